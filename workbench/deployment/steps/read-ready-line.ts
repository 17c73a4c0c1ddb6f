import { z } from 'zod';
import type { ReadyReport } from '../../contract/deployments.ts';

/** The adapter's one line that says what really runs; others are of other programs. */
const readyLineSchema = z.looseObject({
  msg: z.literal('ready'),
  device: z.string().nullish(),
  backend: z.string().nullish(),
  layers_requested: z.union([z.string(), z.number()]).nullish(),
  layers_offloaded: z.number().int().nullish(),
  layers_total: z.number().int().nullish(),
  threads: z.number().int().nullish(),
  engine: z.string().nullish(),
  engine_version: z.string().nullish(),
  model_sha256: z.string().nullish(),
  readout: z.string().nullish(),
});

/** What the container said of itself, when this is the line that says so; otherwise null. */
export function readReadyLine(text: string): ReadyReport | null {
  const start = text.indexOf('{');
  if (start < 0 || !text.includes('"ready"')) return null;
  let value: unknown;
  try {
    value = JSON.parse(text.slice(start));
  } catch {
    return null;
  }
  const parsed = readyLineSchema.safeParse(value);
  if (!parsed.success) return null;
  const line = parsed.data;
  const { layers_requested: layers = null, engine = null, engine_version = null } = line;
  return {
    device: line.device ?? null,
    backend: line.backend ?? null,
    layers_requested: layers === null ? null : String(layers),
    layers_offloaded: line.layers_offloaded ?? null,
    layers_total: line.layers_total ?? null,
    threads: line.threads ?? null,
    engine: engine === null ? null : [engine, engine_version].filter((word) => word !== null).join(' '),
    model_sha256: line.model_sha256 ?? null,
    readout: line.readout ?? null,
  };
}
