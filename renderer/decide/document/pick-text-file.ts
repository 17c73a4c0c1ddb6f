import { notifyError } from '../../app/notify.tsx';

/** Lets a person choose a file and hands over its text. */
export function pickTextFile(accept: string, onText: (file: { name: string; text: string }) => void): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = accept;
  input.addEventListener('change', () => {
    const [file] = input.files ?? [];
    if (file === undefined) return;
    readText(file).then((text) => onText({ name: file.name, text }), notifyError);
  });
  input.click();
}

/** UTF-8 or an error: a replaced character would change what is scored. */
async function readText(file: File): Promise<string> {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Error(`${file.name} is not text in UTF-8.`);
  }
}
