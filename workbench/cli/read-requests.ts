import type { Decision } from '../../adapter/decision/decision.ts';
import { invalidRequest } from '../../adapter/decision/invalid-request.ts';
import { parseRequest } from '../../adapter/decision/parse-request.ts';
import { Fault, type FieldFault } from '../../adapter/fault.ts';
import { readInputFile } from './read-input-file.ts';
import type { Terminal } from './terminal.ts';

/** Faults of a JSONL file after which its other lines are not read: a file of another kind has one in each line. */
const maxFaults = 1_000;

export interface RequestInput {
  /** Whether each line of the input is a request of its own. */
  isLines: boolean;
  requests: Request[];
}

/** One request: a decision, or several on the same footing (`{"decisions": […]}`). */
export interface Request {
  decisions: Decision[];
  isList: boolean;
}

/**
 * Reads a decision file, or standard input for `-`: JSON, or one request a line (a name that ends in .jsonl or .ndjson,
 * or several lines of which the first is a request by itself). Everything is checked before anything is scored.
 * @throws Fault INVALID_REQUEST with all faults, those of lines with paths as in `line 3: options[0].id`
 */
export async function readRequests(terminal: Terminal, file: string): Promise<RequestInput> {
  const bytes = await readInputFile(terminal, file, 'a decision file');
  if (!/\.(jsonl|ndjson)$/i.test(file) && !looksLikeLines(bytes)) {
    return { isLines: false, requests: [readRequest(bytes)] };
  }
  const requests: Request[] = [];
  const faults: FieldFault[] = [];
  let number = 0;
  for (const line of splitLines(bytes)) {
    number += 1;
    if (isBlank(line)) continue;
    try {
      requests.push(readRequest(line));
    } catch (error) {
      if (!(error instanceof Fault) || error.code !== 'INVALID_REQUEST') throw error;
      for (const field of error.fields) {
        faults.push({ ...field, path: `line ${number}${field.path === '' ? '' : `: ${field.path}`}` });
      }
      if (faults.length >= maxFaults) break;
    }
  }
  if (faults.length > 0) throw invalidRequest(faults);
  if (requests.length === 0) {
    throw invalidRequest([{ path: '', message: 'There is no request in it.', limit: 'one JSON request a line' }]);
  }
  return { isLines: true, requests };
}

function readRequest(bytes: Uint8Array): Request {
  const decisions = parseRequest(bytes);
  return { decisions, isList: decisions.length > 1 || startsAsList(bytes) };
}

/** A list of one is answered as a list. */
function startsAsList(bytes: Uint8Array): boolean {
  return /^\s*\{\s*"decisions"/.test(Buffer.from(bytes.subarray(0, 256)).toString('utf8'));
}

/** Of several lines the first is a request by itself; JSON over several lines opens with a line that is no JSON. */
function looksLikeLines(bytes: Uint8Array): boolean {
  let first: Uint8Array | null = null;
  for (const line of splitLines(bytes)) {
    if (isBlank(line)) continue;
    if (first !== null) return isJson(first);
    first = line;
  }
  return false;
}

function isJson(line: Uint8Array): boolean {
  try {
    // The decoder takes a byte order mark away.
    JSON.parse(new TextDecoder().decode(line));
    return true;
  } catch {
    return false;
  }
}

function isBlank(line: Uint8Array): boolean {
  return line.every((byte) => byte === 0x20 || byte === 0x0d || byte === 0x09);
}

function* splitLines(bytes: Uint8Array): Generator<Uint8Array> {
  let start = 0;
  while (start < bytes.length) {
    const end = bytes.indexOf(0x0a, start);
    yield bytes.subarray(start, end < 0 ? bytes.length : end);
    if (end < 0) return;
    start = end + 1;
  }
}
