import { setTimeout as sleep } from 'node:timers/promises';
import { ApiRefusal } from '@estate/stack';

const UNAVAILABLE = 503;

/** Looks until what it sees is good; what is unavailable for a moment is looked for again. @throws Error when that takes too long */
export async function until<T>(
  look: () => Promise<T>,
  good: (value: T) => boolean,
  patienceMs: number,
): Promise<T> {
  const giveUpAt = Date.now() + patienceMs;
  for (;;) {
    const value = await look().catch((error: unknown) => {
      if (error instanceof ApiRefusal && error.status === UNAVAILABLE) return undefined;
      throw error;
    });
    if (value !== undefined && good(value)) return value;
    if (Date.now() > giveUpAt)
      throw new Error(
        `The condition was not met in time; the last value was ${JSON.stringify(value ?? null).slice(0, 500)}`,
      );
    await sleep(250);
  }
}
