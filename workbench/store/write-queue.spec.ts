import { expect, it } from 'vitest';
import { createWriteQueue } from './write-queue.ts';

function gate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

it('runs the work of one key in order and that of others side by side', async () => {
  const queue = createWriteQueue();
  const seen: string[] = [];
  const first = gate();
  const works = [
    queue.run('a', async () => {
      seen.push('a1 begins');
      await first.opened;
      seen.push('a1 ends');
    }),
    queue.run('a', async () => void seen.push('a2')),
    queue.run('b', async () => void seen.push('b1')),
  ];
  await works[2];
  expect(seen).toEqual(['a1 begins', 'b1']);
  first.open();
  await Promise.all(works);
  expect(seen).toEqual(['a1 begins', 'b1', 'a1 ends', 'a2']);
});

it('goes on after a failure, which is its caller’s', async () => {
  const queue = createWriteQueue();
  const failing = queue.run('a', async () => {
    throw new Error('no');
  });
  const next = queue.run('a', async () => 'done');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('done');
});

it('is settled when all work has ended, well or not', async () => {
  const queue = createWriteQueue();
  const slow = gate();
  let ended = false;
  const work = queue.run('a', async () => {
    await slow.opened;
    ended = true;
    throw new Error('no');
  });
  const settled = queue.settled();
  slow.open();
  await settled;
  expect(ended).toBe(true);
  await expect(work).rejects.toThrow('no');
});
