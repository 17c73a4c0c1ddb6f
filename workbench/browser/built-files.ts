import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

const contentTypes: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  ico: 'image/x-icon',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  map: 'application/json; charset=utf-8',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
  webmanifest: 'application/manifest+json',
  woff2: 'font/woff2',
};

export interface BuiltFile {
  /** Absolute path. */
  path: string;
  contentType: string;
}

/**
 * The built interface's files by their path in an address, as in `/assets/main-1a2b.js`. Requests are looked up in
 * this list and nowhere else, so no spelling of a path can reach another file.
 */
export function listBuiltFiles(folder: string): Map<string, BuiltFile> {
  const files = new Map<string, BuiltFile>();
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const address = `/${relative(folder, path).split(sep).join('/')}`;
    const extension = entry.name.slice(entry.name.lastIndexOf('.') + 1).toLowerCase();
    files.set(address, { path, contentType: contentTypes[extension] ?? 'application/octet-stream' });
  }
  return files;
}

/** The file that a request's raw target asks for; null for all that is no plain path of a built file. */
export function findBuiltFile(files: Map<string, BuiltFile>, target: string): BuiltFile | null {
  const query = target.indexOf('?');
  const raw = query < 0 ? target : target.slice(0, query);
  let path: string;
  try {
    path = decodeURIComponent(raw);
  } catch {
    return null;
  }
  return files.get(path === '/' ? '/index.html' : path) ?? null;
}
