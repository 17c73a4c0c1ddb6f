import { z } from 'zod';
import type { FaultData } from '../../adapter/fault.ts';

/** A fault as it crosses the contract: the one typed error of every procedure. */
export const faultDataSchema = z.object({
  code: z.enum([
    'INVALID_REQUEST',
    'TOO_MANY_TOKENS',
    'TOO_MANY_OPTIONS',
    'NO_CHAT_TEMPLATE',
    'SEVERAL_CHAT_TEMPLATES',
    'CHAT_TEMPLATE_FAILED',
    'SLOT_NOT_ONE_TOKEN',
    'SELF_TEST_FAILED',
    'NON_FINITE_LOGIT',
    'NO_MODEL',
    'MODEL_MISSING',
    'MODEL_UNREADABLE',
    'MODEL_UNSUPPORTED',
    'OUT_OF_MEMORY',
    'ENGINE_FAILED',
    'CANCELLED',
    'NOT_FOUND',
    'CONFLICT',
    'WORKSPACE_LOCKED',
    'FILE_DAMAGED',
    'DOWNLOAD_FAILED',
    'IO_FAILED',
    'UNEXPECTED',
  ]),
  message: z.string(),
  next: z.string(),
  fields: z.array(z.object({ path: z.string(), message: z.string(), limit: z.string().optional() })),
}) satisfies z.ZodType<FaultData>;
