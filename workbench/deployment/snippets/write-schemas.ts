import { z } from 'zod';
import { decisionsAnswerSchema, decisionsRequestSchema } from '../../../adapter/wire/decisions/decisions-schemas.ts';
import { chatAnswerSchema, chatRequestSchema } from './chat-schemas.ts';
import type { Snippet, SnippetTarget } from './snippet.ts';
import { sentencesFor } from './trust-sentences.ts';

/** JSON Schema (draft 2020-12) of what the endpoint takes and answers, made from the schemas of its own code. */
export function writeSchemas({ asks: { path } }: SnippetTarget): Snippet[] {
  const [request, answer] =
    path === 'decisions' ? [decisionsRequestSchema, decisionsAnswerSchema] : [chatRequestSchema, chatAnswerSchema];
  const about = 'JSON Schema, draft 2020-12.';
  const common = { language: 'json', about } as const;
  return [
    {
      ...common,
      kind: 'request-schema',
      title: 'JSON Schema of the request',
      file_name: 'request.schema.json',
      text: schemaText('Request', request, path),
    },
    {
      ...common,
      kind: 'answer-schema',
      title: 'JSON Schema of the answer',
      file_name: 'answer.schema.json',
      text: schemaText('Answer', answer, path),
    },
  ];
}

function schemaText(title: string, schema: z.ZodType, path: 'decisions' | 'standard'): string {
  // Fields with a default may be left out by callers, so a request's form is that of its input.
  const { $schema, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'throw' });
  return `${JSON.stringify({ $schema, title, $comment: sentencesFor(path).join(' '), ...rest }, null, 2)}\n`;
}
