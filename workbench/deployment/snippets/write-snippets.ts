import type { Snippet, SnippetTarget } from './snippet.ts';
import { sentencesFor } from './trust-sentences.ts';
import { writeCallerPolicy } from './write-caller-policy.ts';
import { writeCurl } from './write-curl.ts';
import { writeJavascript } from './write-javascript.ts';
import { writePython } from './write-python.ts';
import { writeSchemas } from './write-schemas.ts';

/** All that a caller of an endpoint needs, each to be run or used as it is. */
export function writeSnippets(target: SnippetTarget): Snippet[] {
  const trust = sentencesFor(target.asks.path).join(' ');
  return [
    writeCurl(target),
    writePython(target),
    writeJavascript(target),
    ...writeSchemas(target),
    writeCallerPolicy(target),
  ].map((snippet) => ({ ...snippet, about: `${snippet.about} ${trust}` }));
}
