import { z } from 'zod';

/**
 * A schema for documents that hold a draft, of which those from before there were configurations say nothing about one:
 * they are read as scored without.
 */
export function withConfigurationChoice<T>(schema: z.ZodType<T>): z.ZodType<T> {
  return z.preprocess((value) => {
    const draft = field(value, 'draft');
    const scoring = field(draft, 'scoring');
    if (!isRecord(value) || !isRecord(draft) || !isRecord(scoring) || 'configuration' in scoring) return value;
    return { ...value, draft: { ...draft, scoring: { ...scoring, configuration: null } } };
  }, schema);
}

function field(value: unknown, key: string): unknown {
  return isRecord(value) ? value[key] : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
