import { setTimeout as pause } from 'node:timers/promises';

const PAUSE_MS = 100;
const PATIENCE_MS = 60_000;

export interface Wait<T> {
  /** Ends the sentence `waited for`. */
  what: string;
  look: () => Promise<T>;
  good: (value: T) => boolean;
  /** Between two looks. */
  pauseMs?: number;
}

/** Looks again and again until what is seen is good; fails when that has stayed the same for too long. */
export async function until<T>({ what, look, good, pauseMs = PAUSE_MS }: Wait<T>): Promise<T> {
  let [seen, since] = ['nothing', Date.now()];
  for (;;) {
    const { value, text } = await seenBy(look);
    if (value !== undefined && good(value.is)) return value.is;
    if (text !== seen) [seen, since] = [text, Date.now()];
    if (Date.now() > since + PATIENCE_MS) {
      const waited = `waited for ${what}, but nothing happened for ${String(PATIENCE_MS)} ms`;
      throw new Error(`${waited}; last seen: ${seen.slice(0, 2000)}`);
    }
    await pause(pauseMs);
  }
}

/** What there is to see, also as a text; an error is seen, too. */
async function seenBy<T>(look: () => Promise<T>): Promise<{ value?: { is: T }; text: string }> {
  try {
    const is = await look();
    return { value: { is }, text: JSON.stringify(is) ?? 'undefined' };
  } catch (error) {
    return { text: String(error) };
  }
}
