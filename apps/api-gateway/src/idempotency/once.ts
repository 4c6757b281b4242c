import { HttpRefusal, problem } from '@estate/http';
import type { HttpAnswer, HttpRequest } from '@estate/http';
import type { Logger } from '@estate/observability';
import type { Vault } from '@estate/vault';
import type { IdempotencyStore, IdempotentCall, StoredOutcome } from '../stores/idempotency-store.ts';
import { callId, idempotencyKey, requestHash } from './idempotency-key.ts';

const REMEMBER_MS = 24 * 60 * 60 * 1000;

export interface OnceParts {
  calls: Pick<IdempotencyStore, 'begin' | 'find' | 'takeOver' | 'finish' | 'release'>;
  vault: Pick<Vault, 'seal' | 'open'>;
  clock: () => Date;
  newId: () => string;
  log: Logger;
  /** Longer than any call takes: after it a run that has not ended is taken for dead. */
  leaseMs: number;
}

/** Does the work; what it creates gets the reserved id. */
export type Work = (reservedId?: string) => Promise<HttpAnswer>;

/**
 * Runs calls that carry an `Idempotency-Key` once: a repetition gets the stored outcome. A run that died between its effect
 * and its record is run again with the same reserved id, under which the owner finds what was made before.
 */
export class Once {
  readonly #parts: OnceParts;

  constructor(parts: OnceParts) {
    this.#parts = parts;
  }

  /** @throws HttpRefusal 409 while the first call runs, 422 when it asked something else */
  async run(request: HttpRequest, accountId: string, work: Work): Promise<HttpAnswer> {
    const key = idempotencyKey(request);
    if (key === undefined) return work();
    const call = await this.#claim(callId(accountId, key), requestHash(request));
    if (call.outcome) return this.#replay(call.id, call.outcome);
    const answer = await this.#attempt(call, work, request.requestId);
    await this.#keep(call, answer);
    return answer;
  }

  /** The call to run, leased to this run, or one that has its outcome. */
  async #claim(id: string, hash: string): Promise<IdempotentCall> {
    const { calls, clock, newId, leaseMs } = this.#parts;
    const now = clock();
    const run = { token: newId(), until: new Date(now.getTime() + leaseMs) };
    const expiresAt = new Date(now.getTime() + REMEMBER_MS);
    const fresh = { id, requestHash: hash, reservedId: newId(), run, expiresAt };
    if (await calls.begin(fresh, now)) return fresh;
    const known = await calls.find(id);
    if (known && known.requestHash !== hash) throw reused();
    if (known?.outcome) return known;
    const taken = await calls.takeOver(id, run, now);
    if (!taken) throw inProgress();
    return taken;
  }

  async #attempt(
    { id, reservedId, run }: IdempotentCall,
    work: Work,
    requestId: string,
  ): Promise<HttpAnswer> {
    try {
      return await work(reservedId);
    } catch (error) {
      const refusal = problem(error, requestId);
      if (isLasting(refusal.status)) return refusal;
      await this.#quietly(this.#parts.calls.release(id, run?.token ?? ''));
      throw error;
    }
  }

  /** The effect has happened: should keeping its outcome fail, the answer is right all the same. */
  async #keep({ id, run }: IdempotentCall, { status, headers = {}, ...answer }: HttpAnswer): Promise<void> {
    const { calls, vault } = this.#parts;
    const raw = answer.raw ?? { mediaType: undefined, body: JSON.stringify(answer.body) };
    const kept = JSON.stringify({ mediaType: raw.mediaType, body: raw.body.toString() });
    const outcome = { status, headers, sealed: vault.seal(kept, id) };
    await this.#quietly(calls.finish(id, run?.token ?? '', outcome));
  }

  #replay(id: string, { status, headers, sealed }: StoredOutcome): HttpAnswer {
    const kept = JSON.parse(this.#parts.vault.open(sealed, id)) as { mediaType?: string; body: string };
    return {
      status,
      headers: { ...headers, 'idempotency-replayed': 'true' },
      raw: { mediaType: kept.mediaType ?? 'application/json; charset=utf-8', body: kept.body },
    };
  }

  async #quietly(write: Promise<void>): Promise<void> {
    await write.catch((error: unknown) => {
      this.#parts.log.warn({ err: error }, 'idempotency.record.failed');
    });
  }
}

/** Whether the same call would be refused again; conflicts, limits and troubles of ours pass. */
const isLasting = (status: number): boolean => status < 500 && status !== 409 && status !== 429;

const reused = () =>
  new HttpRefusal({
    status: 422,
    code: 'idempotency-key-reused',
    message: 'This Idempotency-Key was used for another request; each request needs its own.',
  });

const inProgress = () =>
  new HttpRefusal({
    status: 409,
    code: 'idempotency-in-progress',
    message: 'The request with this Idempotency-Key is still being worked on; come back in a moment.',
    headers: { 'retry-after': '1' },
  });
