import { z } from 'zod';
import { modelIdentitySchema } from '../../adapter/score/result.ts';

/** Name of an environment variable that holds a key. The key itself is never part of anything that is stored. */
export const keyVariableSchema = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]{0,127}$/, 'the name of an environment variable, and not the key itself');

/** Address of a server without what belongs to a request: no query, no fragment, no name or password. */
export const remoteUrlSchema = z.url({ protocol: /^https?$/ }).max(2000);

const endpointNameSchema = z.string().regex(/^[a-zA-Z0-9](-*[a-zA-Z0-9]){0,62}$/, 'a name of an endpoint');
const regionSchema = z.string().regex(/^[a-z]{2}(-[a-z]+)+-\d$/, 'a region, as in eu-west-1');

/** What an hour costs: of the whole endpoint or server, whatever is asked of it. */
export const hourlyPriceSchema = z.strictObject({
  usd_per_hour: z.number().nonnegative().finite(),
  /** Where it comes from and of when it is, in words. */
  source: z.string().min(1).max(300),
});
export type HourlyPrice = z.infer<typeof hourlyPriceSchema>;

/** Somewhere else than this process, where samples are scored. */
export const remoteTargetSchema = z.discriminatedUnion('kind', [
  /** A SageMaker endpoint that takes decisions, asked through its runtime with the credentials of a profile. */
  z.strictObject({
    kind: z.literal('endpoint'),
    endpoint_name: endpointNameSchema,
    region: regionSchema,
    /** Null takes what the environment offers. */
    profile: z.string().min(1).max(200).nullable(),
    price: hourlyPriceSchema.nullable(),
  }),
  /** A server that takes decisions at `/invocations`: `serve`, the container, or another SemIf server. */
  z.strictObject({
    kind: z.literal('decisions'),
    url: remoteUrlSchema,
    key_variable: keyVariableSchema.nullable(),
    price: hourlyPriceSchema.nullable(),
  }),
  /** A server of the System One interface, at `/v1/systemone`. */
  z.strictObject({
    kind: z.literal('system-one'),
    url: remoteUrlSchema,
    model: z.string().min(1).max(200),
    key_variable: keyVariableSchema.nullable(),
    price: hourlyPriceSchema.nullable(),
  }),
]);
export type RemoteTarget = z.infer<typeof remoteTargetSchema>;

/** Who answered a run that was not scored here; known with the first answer. */
export const answeredBySchema = z.strictObject({
  /** As the server calls it. */
  model_name: z.string(),
  /** Null where the interface does not tell (System One). */
  model: modelIdentitySchema.nullable(),
  configuration_sha256: z.string().nullable(),
  readout: z.string().nullable(),
  prompt_version: z.string().nullable(),
  /** As in `NVIDIA L4`; null when nobody says. */
  device: z.string().nullable(),
  /** As in `ml.g6.2xlarge`: what was really chosen; null for other servers. */
  instance_type: z.string().nullable(),
  /** Other builds of the engine or other placements that answered later rows, in words; their numbers may differ a little. */
  others: z.array(z.string()),
  /** How often and how long it was busy, and samples waited for it. */
  busy: z.strictObject({ times: z.number().int(), seconds: z.number() }),
});
export type AnsweredBy = z.infer<typeof answeredBySchema>;

/** What leaves this machine when a run starts, said before it does. */
export const disclosureSchema = z.strictObject({
  /** Which of the configurations. */
  configuration: z.number().int(),
  /** Whom the texts go to, as in `api.example.com`. */
  host: z.string(),
  samples: z.number().int(),
  /** Which texts, in words. */
  texts: z.string(),
  /** All of it as sentences. */
  sentence: z.string(),
});
export type Disclosure = z.infer<typeof disclosureSchema>;
