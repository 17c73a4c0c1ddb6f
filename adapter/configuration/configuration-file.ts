import { z } from 'zod';
import { MAX_FAULTS } from '../decision/decision-limits.ts';
import { Fault, type FieldFault } from '../fault.ts';
import { writePath } from '../json/json-path.ts';
import { parseJson } from '../json/parse-json.ts';
import { type Configuration, configurationSchema } from './configuration.ts';
import { configurationSha256 } from './configuration-sha256.ts';

/** Version of the file's form; a higher one was written by a later version. */
export const CONFIGURATION_FORMAT = 1;

/** A configuration as a file: what the app saves, the command line scores under, and a deployment carries. */
export const configurationFileSchema = z.strictObject({
  format: z.literal(CONFIGURATION_FORMAT),
  /** Of `{scoring, decisions}`: a file whose numbers were changed by hand is refused. */
  sha256: z.string(),
  name: z.string().min(1).max(200),
  saved_at: z.iso.datetime(),
  configuration: configurationSchema,
});
export type ConfigurationFile = z.infer<typeof configurationFileSchema>;

/** The file's text: indented JSON, for people and for version control. */
export function writeConfigurationFile({
  name,
  saved_at,
  configuration,
}: Omit<ConfigurationFile, 'format' | 'sha256'>) {
  const sha256 = configurationSha256(configuration);
  return `${JSON.stringify({ format: CONFIGURATION_FORMAT, sha256, name, saved_at, configuration }, null, 2)}\n`;
}

/**
 * Reads a file's text or bytes.
 * @param place how the file is called in the words, as in `lock.json`
 * @throws Fault INVALID_REQUEST for what is no JSON, breaks the schema, was written by a later version, or has another
 * hash than its content; the fields have the paths
 */
export function readConfigurationFile(text: string | Uint8Array, place: string): ConfigurationFile {
  const source = typeof text === 'string' ? text : decode(text, place);
  try {
    // Finds what JSON.parse lets pass: duplicate keys, lone surrogates, numbers beyond a double.
    parseJson(source);
  } catch (error) {
    if (error instanceof Fault) throw refuse(place, error.fields);
    throw error;
  }
  const value: unknown = JSON.parse(source.replace(/^\uFEFF/, ''));
  const format = formatOf(value);
  if (format !== null && format > CONFIGURATION_FORMAT) {
    const limit = `up to ${CONFIGURATION_FORMAT}`;
    throw refuse(place, [{ path: 'format', message: `A later version wrote it, with format ${format}.`, limit }]);
  }
  const parsed = configurationFileSchema.safeParse(value);
  if (!parsed.success) {
    throw refuse(
      place,
      parsed.error.issues.map(({ path, message }) => ({
        path: writePath(path.map((step) => (typeof step === 'number' ? step : String(step)))),
        message,
      })),
    );
  }
  const faults = contradictions(parsed.data);
  if (faults.length > 0) throw refuse(place, faults);
  return parsed.data;
}

/** What no schema sees. */
function contradictions({ sha256, configuration }: ConfigurationFile): FieldFault[] {
  const actual = configurationSha256(configuration);
  if (actual !== sha256) {
    const message = `It says ${sha256}, and its content has ${actual}: something that can change a number was changed.`;
    return [{ path: 'sha256', message }];
  }
  return repeatedDecisions(configuration);
}

function repeatedDecisions({ decisions }: Configuration): FieldFault[] {
  const firstWith = new Map<string, number>();
  return decisions.flatMap(({ decision_sha256 }, index) => {
    const earlier = firstWith.get(decision_sha256);
    if (earlier === undefined) firstWith.set(decision_sha256, index);
    const path = `configuration.decisions[${index}].decision_sha256`;
    const message = `The same decision stands at configuration.decisions[${earlier}].`;
    return earlier === undefined ? [] : [{ path, message }];
  });
}

function formatOf(value: unknown): number | null {
  if (typeof value !== 'object' || value === null || !('format' in value)) return null;
  return typeof value.format === 'number' ? value.format : null;
}

function decode(bytes: Uint8Array, place: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw refuse(place, [{ path: '', message: 'Its bytes are not valid UTF-8.' }]);
  }
}

function refuse(place: string, fields: FieldFault[]): Fault {
  const [first] = fields;
  const where = first === undefined || first.path === '' ? '' : `${first.path}: `;
  return new Fault(
    'INVALID_REQUEST',
    `${place} is no configuration that can be used. ${where}${first?.message ?? 'It breaks a rule.'}`,
    'Use the file as the app exported it, or export it again.',
    { fields: fields.slice(0, MAX_FAULTS) },
  );
}
