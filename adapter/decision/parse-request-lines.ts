import { Fault, type FieldFault } from '../fault.ts';
import { MAX_JSON_BYTES } from '../json/json-limits.ts';
import { parseJson } from '../json/parse-json.ts';
import type { Decision } from './decision.ts';
import { MAX_FAULTS } from './decision-limits.ts';
import { invalidRequest } from './invalid-request.ts';
import { checkRequest } from './parse-request.ts';

/** The decisions of one line of a file; several where the line holds `{"decisions": […]}`. */
export interface RequestLine {
  /** Counted from 1, blank lines too. */
  line: number;
  decisions: Decision[];
}

/** Lines of one file: more are for sample sets, which are read as a stream. */
const MAX_REQUEST_LINES = 10_000;
const MAX_FILE_BYTES = 16 * MAX_JSON_BYTES;

/**
 * The requests of a JSONL text, one to a line. A byte order mark and blank lines are skipped.
 * @throws Fault INVALID_REQUEST with the faults of all lines, paths as in `line 3: options[0].id`
 */
export function parseRequestLines(input: string | Uint8Array): RequestLine[] {
  const text = readText(input);
  const requests: RequestLine[] = [];
  const faults: FieldFault[] = [];
  for (const [index, content] of text.split('\n').entries()) {
    if (content.trim() === '') continue;
    if (requests.length >= MAX_REQUEST_LINES) {
      faults.push({
        path: '',
        message: 'The file has too many lines.',
        limit: `at most ${MAX_REQUEST_LINES} requests`,
      });
      break;
    }
    if (faults.length >= MAX_FAULTS) break;
    const line = index + 1;
    const checked = checkLine(content, line);
    faults.push(
      ...checked.faults.map((fault) => ({ ...fault, path: `line ${line}${fault.path && `: ${fault.path}`}` })),
    );
    requests.push({ line, decisions: checked.decisions });
  }
  if (faults.length === 0 && requests.length === 0) {
    faults.push({ path: '', message: 'The text holds no request.', limit: 'one JSON object to a line' });
  }
  if (faults.length > 0) throw invalidRequest(faults);
  return requests;
}

function checkLine(content: string, line: number): { decisions: Decision[]; faults: FieldFault[] } {
  try {
    return checkRequest(parseJson(content, { firstLine: line }));
  } catch (error) {
    if (error instanceof Fault) return { decisions: [], faults: error.fields };
    throw error;
  }
}

function readText(input: string | Uint8Array): string {
  if (input.length > MAX_FILE_BYTES) {
    throw invalidRequest([{ path: '', message: 'The file is too large.', limit: `at most ${MAX_FILE_BYTES} bytes` }]);
  }
  if (typeof input === 'string') return input.startsWith('\ufeff') ? input.slice(1) : input;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(input);
  } catch {
    throw invalidRequest([{ path: '', message: 'The bytes are not valid UTF-8.', limit: 'UTF-8 text' }]);
  }
}
