import { z } from 'zod';
import { decisionsAnswerSchema, decisionsErrorSchema, decisionsRequestSchema } from './decisions/decisions-schemas.ts';
import {
  modelsSchema,
  systemOneAnswerSchema,
  systemOneErrorSchema,
  systemOneRequestSchema,
  validationErrorSchema,
} from './system-one/system-one-schemas.ts';

const schemas = {
  DecisionsRequest: decisionsRequestSchema,
  DecisionsAnswer: decisionsAnswerSchema,
  DecisionsError: decisionsErrorSchema,
  SystemOneRequest: systemOneRequestSchema,
  SystemOneAnswer: systemOneAnswerSchema,
  ValidationError: validationErrorSchema,
  SystemOneError: systemOneErrorSchema,
  Models: modelsSchema,
} satisfies Record<string, z.ZodType>;
type SchemaName = keyof typeof schemas;

const json = (...names: SchemaName[]) => {
  const references = names.map((name) => ({ $ref: `#/components/schemas/${name}` }));
  return { 'application/json': { schema: references.length === 1 ? references[0] : { anyOf: references } } };
};
const answer = (description: string, ...names: SchemaName[]) => ({
  description,
  ...(names.length === 0 ? {} : { content: json(...names) }),
});

const refusals = (name: SchemaName) => ({
  401: answer('The key is missing or wrong.', name),
  413: answer('The body is too large.', name),
  415: answer('The body is no application/json in UTF-8, or is compressed.', name),
  500: answer('Something failed inside; the log has the details under the request’s id.', name),
  503: answer(
    'Another request is being scored, or the server starts or stops. Try again, after `Retry-After` seconds.',
    name,
  ),
  504: answer('Scoring took longer than the server’s limit and was ended.', name),
});

/** The HTTP interface as an OpenAPI 3.1 document, its schemas made from those of the code. */
export function openApiDocument(): object {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Decision Workbench',
      version: '1',
      description: 'Scores decisions with a language model: evidence, a question and a closed list of options.',
    },
    security: [{}, { key: [] }],
    paths: {
      '/invocations': {
        post: {
          summary: 'Score one decision, several, or System One questions',
          requestBody: { required: true, content: json('DecisionsRequest', 'SystemOneRequest') },
          responses: {
            200: answer('Results in the order of the request.', 'DecisionsAnswer', 'SystemOneAnswer'),
            400: answer('The request breaks a rule; `fields` says where.', 'DecisionsError'),
            404: answer('System One questions for a model that is not served.', 'SystemOneError'),
            422: answer('System One questions break a rule; `loc` says where.', 'ValidationError'),
            ...refusals('DecisionsError'),
          },
        },
      },
      '/v1/systemone': {
        post: {
          summary: 'Answer yes/no, choice and score questions about one state',
          requestBody: { required: true, content: json('SystemOneRequest') },
          responses: {
            200: answer('One answer for each question.', 'SystemOneAnswer'),
            404: answer('The model is not served.', 'SystemOneError'),
            422: answer('The request breaks a rule; `loc` says where.', 'ValidationError'),
            ...refusals('SystemOneError'),
          },
        },
      },
      '/v1/models': {
        get: {
          summary: 'The served model',
          responses: {
            200: answer('One model.', 'Models'),
            401: answer('The key is missing or wrong.', 'SystemOneError'),
          },
        },
      },
      '/ping': {
        get: {
          summary: 'Whether the model is loaded and passed its self-test',
          security: [],
          responses: { 200: answer('It answers.'), 503: answer('It is being loaded, or the server stops.') },
        },
      },
      '/healthz': {
        get: {
          summary: 'The state, the model and how it is asked',
          security: [],
          responses: { 200: answer('It answers.'), 503: answer('It is being loaded, or the server stops.') },
        },
      },
      '/metrics': {
        get: {
          summary: 'Figures in the text format of Prometheus, for callers on the same machine alone',
          security: [],
          responses: { 200: answer('The figures.'), 404: answer('The caller is on another machine.') },
        },
      },
    },
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'bearer' } },
      schemas: Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, jsonSchema(schema)])),
    },
  };
}

/** Fields with a default may be left out by callers, so a request's form is that of its input. */
function jsonSchema(schema: z.ZodType): object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'throw' });
  return rest;
}
