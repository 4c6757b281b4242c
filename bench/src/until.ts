import { setTimeout as sleep } from 'node:timers/promises';

/** Looks until what it sees is good. @throws Error when that takes too long */
export async function until<T>(
  look: () => Promise<T>,
  good: (value: T) => boolean,
  patienceMs: number,
): Promise<T> {
  const giveUpAt = Date.now() + patienceMs;
  for (;;) {
    const value = await look();
    if (good(value)) return value;
    if (Date.now() > giveUpAt) throw new Error(`Gave up waiting at ${JSON.stringify(value).slice(0, 500)}`);
    await sleep(250);
  }
}
