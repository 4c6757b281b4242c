import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

type Send = (url: string, init: RequestInit) => Promise<Response>;

const PATIENCE_MS = 60_000;
const PAUSE_MS = 500;

export interface Patience {
  send: Send;
  patienceMs: number;
  pauseMs: number;
}

/**
 * Retries a call that no service answers, for example while a replica is replaced. A POST has the same idempotency key each time, so that
 * it is done once.
 */
export function patientSend(options: Partial<Patience> = {}): Send {
  const { send = fetch, patienceMs = PATIENCE_MS, pauseMs = PAUSE_MS } = options;
  return async (url, init) => {
    const headers = new Headers(init.headers);
    if (init.method === 'POST') headers.set('idempotency-key', randomUUID());
    const until = Date.now() + patienceMs;
    for (;;) {
      const answer = await send(url, { ...init, headers }).catch((error: unknown) => error as Error);
      const isFinal = !(answer instanceof Error) && answer.status !== 503;
      if (isFinal) return answer;
      if (Date.now() >= until) {
        if (answer instanceof Error) throw answer;
        return answer;
      }
      await sleep(pauseMs);
    }
  };
}
