import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles, modelInfo } from '@huggingface/hub';

// For maintainers: pins the offered models that are not pinned yet to the hub's present commit, with size and SHA-256.
// What is pinned stays as it is; remove a row's `pinned` to pin it anew.
const path = join(import.meta.dirname, '../workbench/models/download/offered-models.json');
/** @type {{ repository: string, file: string, pinned: null | { revision: string, bytes: number, sha256: string } }[]} */
const rows = JSON.parse(readFileSync(path, 'utf8'));
const hubUrl = process.env.HF_ENDPOINT || 'https://huggingface.co';

for (const row of rows) {
  if (row.pinned !== null) continue;
  const { sha: revision } = await modelInfo({ name: row.repository, hubUrl, additionalFields: ['sha'] });
  for await (const entry of listFiles({ repo: row.repository, revision, recursive: true, hubUrl })) {
    if (entry.path !== row.file || entry.lfs === undefined) continue;
    row.pinned = { revision, bytes: entry.lfs.size, sha256: entry.lfs.oid };
  }
  console.log(row.pinned === null ? `${row.repository} has no ${row.file}` : `${row.file} at ${revision}`);
}
writeFileSync(path, `${JSON.stringify(rows, null, 2)}\n`);
