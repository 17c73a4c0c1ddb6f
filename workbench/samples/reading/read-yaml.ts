import { type Document, isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';
import { MAX_JSON_DEPTH } from '../../../adapter/json/json-limits.ts';
import type { JsonNode } from '../../../adapter/json/json-node.ts';
import { MAX_YAML_BYTES } from './import-limits.ts';
import { rowOf } from './read-json-lines.ts';
import { refuseFile } from './refuse-file.ts';
import type { SourceItem } from './source-row.ts';

/**
 * The rows of a YAML text (1.2, core schema): the items of its list, or of the list `tests` of a promptfoo
 * configuration. Nothing it names is opened or run; tags and aliases are refused.
 * @throws Fault INVALID_REQUEST
 */
export function readYaml(text: string, name: string): SourceItem[] {
  if (text.length > MAX_YAML_BYTES) {
    throw refuseFile(
      name,
      `it has ${text.length} characters, and YAML is read up to ${MAX_YAML_BYTES}.`,
      'Save the tests as JSON, JSONL or CSV.',
    );
  }
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true, prettyErrors: false, schema: 'core' });
  const problem = document.errors[0] ?? document.warnings[0];
  if (problem !== undefined) {
    const { line, col } = lines.linePos(problem.pos[0]);
    throw refuseFile(`${name}, line ${line}, column ${col}`, problem.message, 'Correct the YAML there.', problem);
  }
  const list = findList(document);
  if (list === null) throw refuseFile(name, 'it holds no list of tests.', 'Choose a file whose top is a list.');
  return list.items.map((item): SourceItem => {
    const line = lineOf(item, lines);
    try {
      return rowOf(toJson(item, lines, 0), line);
    } catch (error) {
      if (!(error instanceof YamlValueError)) throw error;
      return { kind: 'fault', fault: { line: error.line, column: null, message: error.message } };
    }
  });
}

function findList(document: Document): { items: unknown[] } | null {
  const { contents } = document;
  if (isSeq(contents)) return contents;
  if (!isMap(contents)) return null;
  const tests = contents.get('tests', true);
  return isSeq(tests) ? tests : null;
}

class YamlValueError extends Error {
  readonly line: number;
  constructor(message: string, line: number) {
    super(message);
    this.line = line;
  }
}

function toJson(node: unknown, lines: LineCounter, depth: number): JsonNode {
  const line = lineOf(node, lines);
  if (depth > MAX_JSON_DEPTH) throw new YamlValueError('Values are nested too deeply.', line);
  if (isAlias(node)) throw new YamlValueError('Aliases are not read; write the value itself.', line);
  if (isSeq(node)) return { kind: 'array', items: node.items.map((item) => toJson(item, lines, depth + 1)) };
  if (isMap(node)) {
    return {
      kind: 'object',
      members: node.items.map(({ key, value }) => ({
        key: isScalar(key) ? String(key.source ?? key.value) : '',
        value: toJson(value, lines, depth + 1),
      })),
    };
  }
  if (node === null || node === undefined) return { kind: 'null' };
  if (!isScalar(node)) throw new YamlValueError('This value cannot be read.', line);
  const { value, source } = node;
  if (value === null) return { kind: 'null' };
  if (typeof value === 'boolean') return { kind: 'boolean', value };
  if (typeof value === 'string') return { kind: 'string', value };
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new YamlValueError('NaN and infinities are not allowed.', line);
    const isJson = source !== undefined && /^-?(0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?$/.test(source);
    return { kind: 'number', text: isJson ? source : String(value) };
  }
  throw new YamlValueError('This value cannot be read.', line);
}

function lineOf(node: unknown, lines: LineCounter): number {
  const range = isNode(node) ? node.range : null;
  return range ? lines.linePos(range[0]).line : 1;
}

function isNode(value: unknown): value is Node {
  return isMap(value) || isSeq(value) || isScalar(value) || isAlias(value);
}
