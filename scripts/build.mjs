import { prepare, runMain } from './prepare.mjs';

await runMain(async () => {
  await prepare(['node', 'renderer']);
  return 0;
});
