import { z } from 'zod';
import type { ReadyReport } from '../../contract/deployments.ts';

/** More of a line is no line of ours. */
const MAX_LINE = 64 * 1024;

const textField = z.string().max(500).nullish().catch(null);
const countField = z.number().int().nullish().catch(null);

const readySchema = z.looseObject({
  msg: z.literal('ready'),
  device: textField,
  backend: textField,
  layers_requested: z
    .union([z.string().max(20), z.number().transform(String)])
    .nullish()
    .catch(null),
  layers_offloaded: countField,
  layers_total: countField,
  threads: countField,
  engine: textField,
  engine_version: textField,
  model_sha256: textField,
  readout: textField,
});

/** What a container says of itself in the one line `ready` of its log; null for every other line. */
export function readReadyLine(line: string): ReadyReport | null {
  if (line.length > MAX_LINE || !line.includes('"ready"')) return null;
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return null;
  }
  const parsed = readySchema.safeParse(value);
  if (!parsed.success) return null;
  const { device, backend, layers_requested, layers_offloaded, layers_total, threads, model_sha256, readout } =
    parsed.data;
  const engine = [parsed.data.engine, parsed.data.engine_version].filter((part) => typeof part === 'string').join(' ');
  return {
    device: device ?? null,
    backend: backend ?? null,
    layers_requested: layers_requested ?? null,
    layers_offloaded: layers_offloaded ?? null,
    layers_total: layers_total ?? null,
    threads: threads ?? null,
    engine: engine === '' ? null : engine,
    model_sha256: model_sha256 ?? null,
    readout: readout ?? null,
  };
}
