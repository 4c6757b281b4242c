import type { Client } from 'basic-ftp';
import { renewReplies } from './bounded-replies.ts';
import { GaveUp } from './failures.ts';

export const INTERRUPTED = 'The publication was interrupted.';

/** Runs one phase of a conversation; past its time, or when the caller aborts, the connection is closed. */
export async function within<Result>(
  client: Client,
  { ms, signal }: { ms: number; signal: AbortSignal },
  action: () => Promise<Result>,
): Promise<Result> {
  if (signal.aborted) {
    client.close();
    throw new GaveUp(INTERRUPTED);
  }
  renewReplies(client);
  let timer: NodeJS.Timeout | undefined;
  let interrupted: () => void = () => undefined;
  const gaveUp = new Promise<never>((_, reject) => {
    const giveUp = (words: string) => {
      // First, so that it is this reason that counts and not the closing it causes.
      reject(new GaveUp(words));
      client.close();
    };
    interrupted = () => giveUp(INTERRUPTED);
    timer = setTimeout(() => giveUp(`There was no answer within ${String(ms / 1000)} s.`), ms);
  });
  signal.addEventListener('abort', interrupted, { once: true });
  try {
    return await Promise.race([gaveUp, action()]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', interrupted);
  }
}
