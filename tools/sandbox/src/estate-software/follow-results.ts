import { setInterval } from 'node:timers/promises';
import { isAbort } from '@estate/errors';
import type { Office } from './office.ts';

const LOOK_EVERY_MS = 2000;
/** The time after which a person has to request the result. */
const LOOK_FOR_MS = 15 * 60_000;

/** Polls for the result files of exports until they exist. */
export function followResults(office: Office): { stop(): Promise<void> } {
  const ending = new AbortController();
  const { signal } = ending;
  const follow = async () => {
    for await (const _ of setInterval(LOOK_EVERY_MS, undefined, { signal })) await lookOnce(office);
  };
  const following = follow().catch((error: unknown) => {
    if (!isAbort(error)) throw error;
  });
  return {
    stop: () => {
      ending.abort();
      return following;
    },
  };
}

async function lookOnce(office: Office): Promise<void> {
  const since = new Date(Date.now() - LOOK_FOR_MS).toISOString();
  const waiting = office.transfers.filter(
    ({ state, result, at }) => state === 'sent' && !result && at > since,
  );
  for (const { id } of waiting) {
    // The other side may be restarting; the next poll asks again.
    await office.lookForResult(id).catch(() => undefined);
  }
}
