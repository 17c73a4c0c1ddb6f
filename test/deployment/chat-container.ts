import { createServer, type Server } from 'node:http';
import { z } from 'zod';

const chatSchema = z.object({
  messages: z.array(z.object({ content: z.string() })),
  max_tokens: z.number(),
  stream: z.literal(false),
});

/** What the stock server does with a chat, as far as a caller sees it: the text comes back. */
export async function openChat(): Promise<{ url: string; close(): void }> {
  const server: Server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const body = chatSchema.parse(JSON.parse(Buffer.concat(parts).toString()));
    const message = { role: 'assistant', content: body.messages.at(-1)?.content };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ choices: [{ index: 0, message, finish_reason: 'stop' }] }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
