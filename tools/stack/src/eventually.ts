import { setTimeout as sleep } from 'node:timers/promises';

const PATIENCE_MS = 60_000;
const LOOK_EVERY_MS = 200;

/** Polls until a value is accepted. @throws Error after a minute */
export async function eventually<T>(
  look: () => Promise<T>,
  good: (value: T) => boolean,
  what: string,
): Promise<T> {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    const value = await look();
    if (good(value)) return value;
    if (Date.now() > until)
      throw new Error(`The demonstration waited one minute for ${what}. See the logs in the data directory.`);
    await sleep(LOOK_EVERY_MS);
  }
}
