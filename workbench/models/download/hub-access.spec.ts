import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { openHubAccess } from './hub-access.ts';
import { createHubClient } from './hub-client.ts';

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

async function clientOf(answer: RequestListener, silenceMs?: number) {
  server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  return createHubClient(openHubAccess({ HF_ENDPOINT: `http://127.0.0.1:${port}` }, '/none', silenceMs));
}

it('reads no endless answer', async () => {
  const chunk = Buffer.alloc(1024 * 1024, ' ');
  let sent = 0;
  const hub = await clientOf((_, response) => {
    const go = () => {
      while (!response.destroyed && response.write(chunk)) sent += 1;
    };
    response.on('drain', go).writeHead(200, { 'content-type': 'application/json' });
    go();
  });
  await expect(hub.search('tiny', {})).rejects.toMatchObject({
    code: 'DOWNLOAD_FAILED',
    message: expect.stringContaining('32 MB'),
  });
  expect(sent).toBeLessThan(200);
});

it.each([
  ['says nothing', false],
  ['stops in the middle', true],
])('does not wait for a hub that %s', async (_, begins) => {
  const hub = await clientOf((_request, response) => {
    if (begins) response.writeHead(200, { 'content-type': 'application/json' }).write('[');
  }, 100);
  await expect(hub.search('tiny', {})).rejects.toMatchObject({
    code: 'DOWNLOAD_FAILED',
    message: expect.stringMatching(/could not be reached: .*timeout/i),
  });
});
