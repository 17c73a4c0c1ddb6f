import { join } from 'node:path';
import type { ConfigurationFile } from '../configuration/configuration-file.ts';
import { MAX_DECISIONS } from '../decision/decision-limits.ts';
import { Fault, type FieldFault } from '../fault.ts';
import { MAX_JSON_BYTES } from '../json/json-limits.ts';
import { readConfigurationParts } from './configuration-parts.ts';
import { aliases, inFlightAlias, type SettingName, settingNames } from './environment-names.ts';
import { defaultContextTokens, defaultLimits, defaultPort, type ServerSettings } from './server-settings.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export interface ContainerSettings {
  server: ServerSettings;
  /** Folder with the model and its manifest. */
  modelFolder: string;
  /** Absolute path of the GGUF file; null for the only one in the folder. */
  modelFile: string | null;
  skipChecksum: boolean;
  /** null: the engine's own choice. */
  threads: number | null;
  /** Layers on the GPU: 0 none, -1 all. */
  gpuLayers: number;
  contextTokens: number;
  configuration: ConfigurationFile | null;
}

/** Where the platform puts a model. */
const MODEL_FOLDER = '/opt/ml/model';
/** Beyond these a value is a typing error; the engine would refuse it late or never. */
const MAX_THREADS = 1024;
const MAX_LAYERS = 10_000;
const MAX_TOKENS = 10_000_000;
const MAX_QUEUE = 1000;
const MAX_PORT = 65_535;

const YES = ['1', 'true', 'yes', 'on'];
const NO = ['0', 'false', 'no', 'off'];

/**
 * The container's settings, from its environment. An empty value counts as none.
 * @throws Fault INVALID_REQUEST that names every variable at fault
 */
export function readEnvironment(env: Environment): ContainerSettings {
  const faults: FieldFault[] = [];
  const values = chooseNames(env, faults);

  function whole(name: SettingName, range: { min: number; max: number }): number | null {
    const value = values.get(name);
    if (value === undefined) return null;
    const number = /^-?\d+$/.test(value.text) ? Number(value.text) : Number.NaN;
    if (number >= range.min && number <= range.max) return number;
    const limit = `a whole number from ${range.min} to ${range.max}`;
    faults.push({ path: value.name, message: 'Its value cannot be used.', limit });
    return null;
  }

  function flag(name: SettingName): boolean {
    const value = values.get(name);
    const text = value?.text.toLowerCase() ?? '0';
    if (YES.includes(text)) return true;
    if (!NO.includes(text)) {
      faults.push({ path: value?.name ?? name, message: 'Its value cannot be used.', limit: '0 or 1' });
    }
    return false;
  }

  const threads = whole('DECISION_THREADS', { min: 1, max: MAX_THREADS });
  const gpuLayers = whole('DECISION_GPU_LAYERS', { min: -1, max: MAX_LAYERS }) ?? 0;
  const contextTokens = whole('DECISION_CONTEXT', { min: 1, max: MAX_TOKENS }) ?? defaultContextTokens;
  const one = whole('DECISION_MAX_PROMPT_TOKENS', { min: 1, max: MAX_TOKENS });
  const request = whole('DECISION_MAX_REQUEST_TOKENS', { min: 1, max: MAX_TOKENS });
  const decisions = whole('DECISION_MAX_DECISIONS', { min: 1, max: MAX_DECISIONS });
  const bodyBytes = whole('DECISION_MAX_BODY_BYTES', { min: 1, max: MAX_JSON_BYTES });
  const queue = whole('DECISION_QUEUE', { min: 0, max: MAX_QUEUE });
  const port = whole('DECISION_PORT', { min: 0, max: MAX_PORT });
  const skipChecksum = flag('DECISION_SKIP_CHECKSUM');
  const logEvidence = flag('DECISION_LOG_EVIDENCE');
  const key = values.get('DECISION_API_KEY');
  if (key !== undefined && !/^[\x21-\x7e]+$/.test(key.text)) {
    faults.push({ path: key.name, message: 'Its value cannot be sent in a header.', limit: 'ASCII, no white space' });
  }
  const modelFolder = values.get('DECISION_MODEL_DIR')?.text ?? MODEL_FOLDER;
  const file = values.get('DECISION_MODEL_FILE')?.text;
  const { configuration, faults: configurationFaults } = readConfigurationParts(env);
  faults.push(...configurationFaults);
  if (faults.length > 0) throw refuse(faults);

  const budget = (standard: { one: number; request: number }) => ({
    one: one ?? standard.one,
    request: request ?? standard.request,
  });
  return {
    server: {
      host: '0.0.0.0',
      port: port ?? defaultPort,
      apiKey: key?.text ?? null,
      logEvidence,
      limits: {
        bodyBytes: bodyBytes ?? defaultLimits.bodyBytes,
        decisions: decisions ?? defaultLimits.decisions,
        decisionTokens: budget(defaultLimits.decisionTokens),
        questionTokens: budget(defaultLimits.questionTokens),
        queue: queue ?? defaultLimits.queue,
        seconds: defaultLimits.seconds,
      },
    },
    modelFolder,
    modelFile: file === undefined ? null : file.startsWith('/') ? file : join(modelFolder, file),
    skipChecksum,
    threads,
    gpuLayers,
    contextTokens,
    configuration,
  };
}

/** The value of each setting under the name it was given by. Two names with one value are no contradiction. */
function chooseNames(env: Environment, faults: FieldFault[]): Map<SettingName, { name: string; text: string }> {
  const values = new Map<SettingName, { name: string; text: string }>();
  const give = (setting: SettingName, name: string, text: string): void => {
    const earlier = values.get(setting);
    if (earlier === undefined) values.set(setting, { name, text });
    else if (earlier.text !== text) {
      faults.push({ path: name, message: `It says “${text}”, and ${earlier.name} says “${earlier.text}”.` });
    }
  };
  for (const name of Object.keys(env).sort()) {
    const text = env[name]?.trim() ?? '';
    if (text === '') continue;
    const setting = ownName(name) ?? aliases[name];
    if (setting !== undefined) give(setting, name, text);
    else if (name === inFlightAlias) give('DECISION_QUEUE', name, waiting(text));
  }
  return values;
}

function ownName(name: string): SettingName | undefined {
  return settingNames.find((setting) => setting === name);
}

/** The queue that a number of requests in flight means; a text that is no number stays and is refused as one. */
function waiting(inFlight: string): string {
  return /^\d+$/.test(inFlight) ? String(Number(inFlight) - 1) : inFlight;
}

function refuse(faults: FieldFault[]): Fault {
  const all = faults.map(
    ({ path, message, limit }) => `${path}: ${message}${limit === undefined ? '' : ` (${limit})`}`,
  );
  return new Fault(
    'INVALID_REQUEST',
    `The environment cannot be used. ${all.join(' ')}`,
    'Correct the variables that are named, and start again.',
    { fields: faults },
  );
}
