import sax, { type QualifiedTag, type Tag } from 'sax';
import type { Pacer } from '../pacer.ts';

/** Told of a document's parts in their order; names of elements are without their prefix, those of attributes with it. */
export interface XmlListener {
  open?(name: string, attributes: Record<string, string>): void;
  text?(text: string): void;
  close?(name: string): void;
}

/** The document is not well-formed. */
export class XmlError extends Error {}

/**
 * Walks an XML document that arrives in pieces of UTF-8, one step a piece, so that what the listener collected can be
 * taken between them. Entities that a document declares itself are refused: nothing can grow, and nothing is fetched.
 * @throws XmlError
 */
export async function* stepXml(
  pieces: AsyncIterable<Uint8Array>,
  listener: XmlListener,
  pace: Pacer,
): AsyncGenerator<void, void> {
  const parser = sax.parser(true, { position: true });
  parser.onerror = (error) => {
    throw new XmlError(error.message.replaceAll('\n', ', '));
  };
  parser.ondoctype = () => {
    throw new XmlError('it declares a document type, which office files do not');
  };
  parser.onopentag = (tag) => listener.open?.(localName(tag.name), attributesOf(tag));
  parser.ontext = (text) => listener.text?.(text);
  parser.oncdata = (text) => listener.text?.(text);
  parser.onclosetag = (name) => listener.close?.(localName(name));
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decode = (piece?: Uint8Array): string => {
    try {
      return decoder.decode(piece, { stream: piece !== undefined });
    } catch (cause) {
      throw new XmlError('its text is not valid UTF-8', { cause });
    }
  };
  for await (const piece of pieces) {
    parser.write(decode(piece));
    yield;
    await pace();
  }
  parser.write(decode()).close();
}

/** The same in one go. */
export async function walkXml(pieces: AsyncIterable<Uint8Array>, listener: XmlListener, pace: Pacer): Promise<void> {
  for await (const _ of stepXml(pieces, listener, pace));
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function attributesOf(tag: Tag | QualifiedTag): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const [name, value] of Object.entries(tag.attributes)) {
    attributes[name] = typeof value === 'string' ? value : value.value;
  }
  return attributes;
}
