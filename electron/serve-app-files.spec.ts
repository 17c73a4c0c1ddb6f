import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAppFiles } from './serve-app-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'app-files-'));
const root = join(folder, 'renderer');
let answer: (request: Request) => Promise<Response>;

beforeAll(() => {
  mkdirSync(join(root, 'assets'), { recursive: true });
  writeFileSync(join(folder, 'secret.json'), '{"secret":true}');
  writeFileSync(join(root, 'index.html'), '<style nonce="__CSP_NONCE__"></style><meta content="__CSP_NONCE__">');
  writeFileSync(join(root, 'assets', 'main.js'), 'const placeholder = "__CSP_NONCE__";');
  writeFileSync(join(root, 'assets', 'font.woff2'), Buffer.from([0, 255, 1, 254]));
  writeFileSync(join(root, 'assets', 'tool.exe'), 'MZ');
  answer = createAppFiles(root);
});
afterAll(() => rmSync(folder, { recursive: true }));

const get = (address: string, method = 'GET'): Promise<Response> => answer(new Request(address, { method }));

describe('the files of app:', () => {
  it('give the document a nonce of its own in its policy and its text, new each time', async () => {
    const [first, second] = [await get('app://workbench/'), await get('app://workbench/index.html')];
    const nonces = await Promise.all(
      [first, second].map(async (response) => {
        expect(response.status).toBe(200);
        expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
        const policy = response.headers.get('content-security-policy') ?? '';
        const nonce = /'nonce-([A-Za-z0-9+/=]+)'/.exec(policy)?.[1] ?? '';
        expect(Buffer.from(nonce, 'base64').length).toBe(16);
        expect(await response.text()).toBe(`<style nonce="${nonce}"></style><meta content="${nonce}">`);
        expect(policy).not.toMatch(/unsafe/);
        expect(policy).toContain("default-src 'none'");
        expect(response.headers.get('cache-control')).toBe('no-store');
        expect(response.headers.get('x-content-type-options')).toBe('nosniff');
        return nonce;
      }),
    );
    expect(nonces[0]).not.toBe(nonces[1]);
  });

  it('are served byte for byte with their type', async () => {
    const script = await get('app://workbench/assets/main.js?v=1');
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(await script.text()).toBe('const placeholder = "__CSP_NONCE__";');
    const font = await get('app://workbench/assets/font.woff2');
    expect(font.headers.get('content-type')).toBe('font/woff2');
    expect([...new Uint8Array(await font.arrayBuffer())]).toEqual([0, 255, 1, 254]);
  });

  it.each([
    'app://workbench/../secret.json',
    'app://workbench/..%2fsecret.json',
    'app://workbench/%2e%2e/secret.json',
    'app://workbench/%2e%2e%2fsecret.json',
    'app://workbench/%252e%252e%252fsecret.json',
    'app://workbench/assets/..%2f..%2fsecret.json',
    'app://workbench/..%5csecret.json',
    'app://workbench/assets/%00main.js',
    'app://workbench//etc/passwd',
    'app://workbench/%',
    'app://workbench/missing.js',
    'app://workbench/assets/tool.exe',
    'app://workbench/assets',
    'app://elsewhere/index.html',
    'https://workbench/index.html',
  ])('refuse %s', async (address) => {
    const response = await get(address);
    expect(response.status).toBe(404);
    expect(await response.text()).toBe('');
  });

  it('are only read', async () => {
    expect((await get('app://workbench/', 'POST')).status).toBe(405);
    const head = await get('app://workbench/', 'HEAD');
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  it('survive a file that goes away', async () => {
    const gone = join(root, 'assets', 'gone.css');
    writeFileSync(gone, 'a{}');
    const late = createAppFiles(root);
    rmSync(gone);
    expect((await late(new Request('app://workbench/assets/gone.css'))).status).toBe(404);
  });
});
