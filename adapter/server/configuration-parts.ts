import {
  type ConfigurationFile,
  readConfigurationFile,
  writeConfigurationFile,
} from '../configuration/configuration-file.ts';
import { asFault, Fault, type FieldFault } from '../fault.ts';

/** A value of the environment may have 1,024 bytes on the platform, and all of them together 32 KB. */
const MAX_PART_BYTES = 1000;
export const MAX_CONFIGURATION_BYTES = 30_000;

const PART = /^DECISION_CONFIGURATION_(\d+)$/;
const HASH = 'DECISION_CONFIGURATION_SHA256';

/**
 * A configuration as variables of the environment: its file on one line, in parts of at most 1,000 bytes
 * (`DECISION_CONFIGURATION_0`, `_1`, …), and `DECISION_CONFIGURATION_SHA256`, which is `configuration_sha256`.
 * @throws Fault INVALID_REQUEST when it is larger than the environment can carry
 */
export function writeConfigurationParts(file: Omit<ConfigurationFile, 'format' | 'sha256'>): Record<string, string> {
  const written: ConfigurationFile = JSON.parse(writeConfigurationFile(file));
  const text = JSON.stringify(written);
  const bytes = Buffer.byteLength(text);
  if (bytes > MAX_CONFIGURATION_BYTES) {
    throw new Fault(
      'INVALID_REQUEST',
      `The configuration has ${bytes} bytes, and the environment of a container carries ${MAX_CONFIGURATION_BYTES}.`,
      'Save one with fewer decisions or without old evidence.',
      { fields: [{ path: 'configuration', message: 'It is too large.', limit: `${MAX_CONFIGURATION_BYTES} bytes` }] },
    );
  }
  const parts: Record<string, string> = {};
  let part = '';
  let size = 0;
  let count = 0;
  // by whole characters: half of one is no text
  for (const character of text) {
    const more = Buffer.byteLength(character);
    if (size + more > MAX_PART_BYTES) {
      parts[`DECISION_CONFIGURATION_${count++}`] = part;
      part = '';
      size = 0;
    }
    part += character;
    size += more;
  }
  parts[`DECISION_CONFIGURATION_${count}`] = part;
  parts[HASH] = written.sha256;
  return parts;
}

/** The configuration that the environment carries, or null; and what is wrong with its parts. */
export function readConfigurationParts(env: Readonly<Record<string, string | undefined>>): {
  configuration: ConfigurationFile | null;
  faults: FieldFault[];
} {
  const refuse = (path: string, message: string) => ({ configuration: null, faults: [{ path, message }] });
  const expected = env[HASH] ?? '';
  const numbers = Object.keys(env).flatMap((name) => {
    const [, number] = PART.exec(name) ?? [];
    return number === undefined ? [] : [Number(number)];
  });
  if (numbers.length === 0) {
    if (expected !== '')
      return refuse('DECISION_CONFIGURATION_0', 'It is missing: there is a hash and no configuration.');
    return { configuration: null, faults: [] };
  }
  if (expected === '') return refuse(HASH, 'It is missing: without it nobody can tell whether a part is.');
  let text = '';
  for (let index = 0; index <= Math.max(...numbers); index += 1) {
    const name = `DECISION_CONFIGURATION_${index}`;
    const part = env[name];
    if (part === undefined) return refuse(name, 'This part of the configuration is missing.');
    text += part;
  }
  try {
    const file = readConfigurationFile(text, 'DECISION_CONFIGURATION_*');
    if (file.sha256 === expected) return { configuration: file, faults: [] };
    return refuse(HASH, `It says ${expected}, and the configuration has ${file.sha256}.`);
  } catch (error) {
    return refuse('DECISION_CONFIGURATION_*', `${asFault(error).message} A part may be missing or changed.`);
  }
}
