const body = {
  decision: {
    id: 'a',
    state: 'The parcel never came.',
    question: 'What is it about?',
    options: [
      { id: 'delivery', description: 'A delivery' },
      { id: 'invoice', description: 'An invoice' },
    ],
  },
};

/** A first call for a POSIX shell; nothing in it needs escaping, since no text of a person is. */
export function tryItCommand(address: string, key: string | null): string {
  const headers = [
    "-H 'Content-Type: application/json'",
    ...(key === null ? [] : [`-H 'Authorization: Bearer ${key}'`]),
  ];
  return `curl -s ${address}/invocations ${headers.join(' ')} -d '${JSON.stringify(body)}'`;
}
