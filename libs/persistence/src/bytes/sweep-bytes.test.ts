import { describe, expect, it } from 'vitest';
import { sweepBytes } from './sweep-bytes.ts';

const NOW = new Date('2026-11-22T12:00:00.000Z');

/** Bytes of which those with an even number are named by a document. */
function world(count: number) {
  const asked: string[][] = [];
  const removed: string[] = [];
  const swept: unknown[] = [];
  const stop = new AbortController();
  const sweep = {
    bytes: {
      async *names() {
        for (let n = 0; n < count; n += 400)
          yield Array.from({ length: Math.min(400, count - n) }, (_, index) => `bytes-${n + index}`);
      },
      delete: async (name: string) => void removed.push(name),
      removeUnfinished: async function* () {
        yield 0;
      },
    },
    unnamed: async (names: readonly string[]) => {
      asked.push([...names]);
      return names.filter((name) => Number(name.slice('bytes-'.length)) % 2 === 1);
    },
    unusedForMs: 3_600_000,
    clock: () => NOW,
    onSwept: (counts: unknown) => swept.push(counts),
  };
  return { sweep: () => sweepBytes(sweep, stop.signal), asked, removed, swept, stop };
}

describe('a sweep of stored bytes', () => {
  it('a sweep of stored bytes asks for many at once whether a document names them, and removes those that none names', async () => {
    const { sweep, asked, removed, swept } = world(1201);
    await sweep();
    expect(asked.flat()).toHaveLength(1201);
    expect(asked.length).toBeLessThan(10);
    expect(removed).toHaveLength(600);
    expect(swept).toEqual([{ removed: 600, unfinished: 0 }]);
  });

  it('a sweep of stored bytes removes nothing more once it is stopped', async () => {
    const { sweep, removed, stop } = world(1201);
    stop.abort();
    await sweep();
    expect(removed).toEqual([]);
  });
});
