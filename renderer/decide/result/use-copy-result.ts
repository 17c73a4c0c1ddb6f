import { useMemo } from 'react';
import { notifyDone, notifyError } from '../../app/notify.tsx';
import { saveFile } from '../../app/save-file.ts';
import type { Session } from '../use-session.tsx';
import { barsOf, scoredQuestion } from './bars-of.ts';
import { drawBars } from './draw-bars.ts';

/** Copies the result as JSON, or the bars of one question as a picture. */
export function useCopyResult({ state, score }: Session): { json: () => void; picture: (question: number) => void } {
  const { draft, name } = state.present;
  return useMemo(
    () => ({
      json: () => {
        if (score.scored === null) return;
        const { results } = score.scored.answer;
        const value = results.length === 1 ? results[0] : { results };
        void navigator.clipboard
          .writeText(JSON.stringify(value, null, 2))
          .then(() => notifyDone('The result is on the clipboard as JSON.'))
          .catch(notifyError);
      },
      picture: (at) => {
        const question = draft.questions[at];
        const scored = scoredQuestion(draft, at, score.scored);
        if (question === undefined || scored === null) return;
        const { model, x_readout, input_tokens } = scored.result;
        const canvas = drawBars(
          question.question,
          barsOf(question, scored),
          `${model.file} · ${x_readout} · ${input_tokens} tokens · ${scored.result.probability_status}`,
        );
        void copyPicture(canvas, `${name === '' ? 'decision' : name}.png`).catch(notifyError);
      },
    }),
    [draft, name, score.scored],
  );
}

/** To the clipboard; where that is refused, a file is saved instead. */
async function copyPicture(canvas: HTMLCanvasElement, fileName: string): Promise<void> {
  const picture = await new Promise<Blob>((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new Error('The picture could not be made.')) : resolve(blob)));
  });
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })]);
    notifyDone('The bars are on the clipboard as a picture.');
  } catch {
    saveFile(picture, fileName);
    notifyDone(`The clipboard takes no pictures here; ${fileName} was saved instead.`);
  }
}
