import type { Client } from 'basic-ftp';
import { renewReplies } from './bounded-replies.ts';
import { Interrupted } from './failures.ts';

export const INTERRUPTED = 'The publication was interrupted.';

/** Runs one phase of a session; if its time is over or the caller aborts, the connection is closed. */
export async function within<Result>(
  client: Client,
  { ms, signal }: { ms: number; signal: AbortSignal },
  action: () => Promise<Result>,
): Promise<Result> {
  if (signal.aborted) {
    client.close();
    throw new Interrupted(INTERRUPTED);
  }
  renewReplies(client);
  let end: (words: string) => void = () => undefined;
  const interrupted = new Promise<never>((_, reject) => {
    end = (words) => {
      // First, so that this reason counts and not the closing that it causes.
      reject(new Interrupted(words));
      client.close();
    };
  });
  const abort = () => end(INTERRUPTED);
  const timer = setTimeout(() => end(`There was no response within ${String(ms / 1000)} s.`), ms);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([interrupted, action()]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }
}
