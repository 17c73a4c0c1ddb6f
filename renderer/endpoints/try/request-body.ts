/** What the try-out of a standard endpoint sends until something else is typed. */
export const chatBody = JSON.stringify(
  {
    messages: [
      {
        role: 'user',
        content: 'Which queue should handle this: a customer never got the password reset email? Answer in one word.',
      },
    ],
    max_tokens: 64,
    stream: false,
  },
  null,
  2,
);

/** A decision that is there before any other, as the adapter takes it. */
export const exampleBody = JSON.stringify(
  {
    decision: {
      id: 'support-route',
      state: 'Customer asks to reset a forgotten password and says the reset email never arrived.',
      question: 'Which queue should handle this request?',
      options: [
        { id: 'account_access', description: 'Account access and authentication support.' },
        { id: 'billing', description: 'Billing and payment support.' },
        { id: 'sales', description: 'Sales and product evaluation.' },
      ],
    },
  },
  null,
  2,
);

/** A decision file as the body of a request: one decision in its frame, several as they are. */
export function bodyOfFile(text: string): string {
  const parsed: unknown = JSON.parse(text);
  const several = typeof parsed === 'object' && parsed !== null && 'decisions' in parsed;
  // The file's own text: numbers and order of members stay as they were written.
  return several ? text.trim() : `{"decision": ${text.trim()}}`;
}
