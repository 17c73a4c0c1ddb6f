import sax from 'sax';
import type { AwsInput } from './aws-call.ts';

export type XmlValue = string | number | boolean | undefined | XmlValue[] | { [name: string]: XmlValue };

/** An element; a list repeats it; what is undefined is left out. */
export function writeXml(name: string, value: XmlValue): string {
  if (value === undefined) return '';
  if (Array.isArray(value)) return value.map((item) => writeXml(name, item)).join('');
  const tag = name.split(' ')[0] ?? name;
  const inner =
    typeof value === 'object'
      ? Object.entries(value)
          .map(([child, content]) => writeXml(child, content))
          .join('')
      : escapeXml(String(value));
  return `<${name}>${inner}</${tag}>`;
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** The children of the root element; each name leads to a list of texts and of further elements. */
export function readXml(text: string): Record<string, (string | AwsInput)[]> {
  type Node = { children: Record<string, (string | AwsInput)[]>; text: string };
  const parser = sax.parser(true);
  const root: Node = { children: {}, text: '' };
  const open: Node[] = [root];
  parser.onopentag = () => open.push({ children: {}, text: '' });
  parser.ontext = (part) => {
    const node = open.at(-1);
    if (node !== undefined) node.text += part;
  };
  parser.onclosetag = (name) => {
    const node = open.pop();
    const parent = open.at(-1);
    if (node === undefined || parent === undefined) return;
    parent.children[name] ??= [];
    parent.children[name].push(Object.keys(node.children).length > 0 ? node.children : node.text);
  };
  parser.write(text).close();
  const first = Object.values(root.children)[0]?.[0];
  return typeof first === 'object' ? (first as Record<string, (string | AwsInput)[]>) : {};
}

/** Text of the first child of that name. */
export function xmlText(node: unknown, name: string): string | undefined {
  if (typeof node !== 'object' || node === null) return undefined;
  const list: unknown = (node as AwsInput)[name];
  const first: unknown = Array.isArray(list) ? list[0] : undefined;
  return typeof first === 'string' ? first : undefined;
}
