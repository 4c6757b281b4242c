import { describe, expect, it } from 'vitest';
import { sweepRaws } from './sweep-raws.ts';

const NOW = new Date('2026-11-22T12:00:00.000Z');

/** Raw mails of which those with an even number are named by a mail. */
function world(count: number) {
  const asked: string[][] = [];
  const removed: string[] = [];
  const swept: unknown[] = [];
  const stop = new AbortController();
  const deps = {
    raws: {
      async *olderThan() {
        for (let n = 0; n < count; n += 1) yield `raw-${n}`;
      },
      remove: async (sha256: string) => void removed.push(sha256),
      removeUnfinished: async () => 0,
    },
    mails: {
      namedRaws: async (names: readonly string[]) => {
        asked.push([...names]);
        return new Set(names.filter((name) => Number(name.slice('raw-'.length)) % 2 === 0));
      },
    },
    events: { rawSwept: (counts: unknown) => swept.push(counts) },
    clock: () => NOW,
  };
  return { sweep: () => sweepRaws(deps, stop.signal), asked, removed, swept, stop };
}

describe('the sweep of raw mails', () => {
  it('asks for many at once whether a mail names them, and removes those that none names', async () => {
    const { sweep, asked, removed, swept } = world(1201);
    await sweep();
    expect(asked.flat()).toHaveLength(1201);
    expect(asked.length).toBeLessThan(10);
    expect(removed).toHaveLength(600);
    expect(swept).toEqual([{ removed: 600, unfinished: 0 }]);
  });

  it('removes nothing more once it is stopped', async () => {
    const { sweep, removed, stop } = world(1201);
    stop.abort();
    await sweep();
    expect(removed).toEqual([]);
  });
});
