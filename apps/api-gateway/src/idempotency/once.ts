import { setTimeout as pause } from 'node:timers/promises';
import { HttpRefusal, problem } from '@estate/http';
import type { HttpAnswer, HttpRequest } from '@estate/http';
import type { Logger } from '@estate/observability';
import type { Vault } from '@estate/vault';
import type { IdempotencyStore, IdempotentCall, StoredOutcome } from '../stores/idempotency-store.ts';
import { callId, idempotencyKey, requestHash } from './idempotency-key.ts';

/** So that a single slow write does not end a lease. */
const BEATS_PER_LEASE = 4;
const REMEMBER_MS = 24 * 60 * 60 * 1000;

export interface OnceParts {
  calls: Pick<IdempotencyStore, 'begin' | 'find' | 'takeOver' | 'extend' | 'finish' | 'release'>;
  vault: Pick<Vault, 'seal' | 'open'>;
  clock: () => Date;
  newId: () => string;
  log: Logger;
  /** A run that has not extended its lease for so long is taken for dead; one that lives extends it all the time. */
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
    // Whoever stood still while the call was being claimed may have lost it since.
    if (call.run === undefined || call.run.until <= this.#parts.clock()) throw inProgress();
    const heart = this.#beat(call);
    try {
      const answer = await this.#attempt(call, work, request.requestId);
      await this.#keep(call, answer);
      return answer;
    } finally {
      heart.abort();
    }
  }

  /** Extends the lease of a run until it is aborted or the run has lost its call. */
  #beat({ id, run }: IdempotentCall): AbortController {
    const { calls, clock, leaseMs } = this.#parts;
    const heart = new AbortController();
    const extend = async () => {
      const until = new Date(clock().getTime() + leaseMs);
      const isOurs = await calls.extend(id, run?.token ?? '', until).catch((error: unknown) => {
        this.#parts.log.warn({ err: error }, 'idempotency.lease.failed');
        return true;
      });
      if (!isOurs) heart.abort();
    };
    void (async () => {
      // An extension that the store does not answer must not keep the next ones from being made.
      while (await passes(leaseMs / BEATS_PER_LEASE, heart.signal)) void extend();
    })();
    return heart;
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

/** Waits; false when that was aborted. */
const passes = (ms: number, signal: AbortSignal): Promise<boolean> =>
  pause(ms, true, { signal, ref: false }).catch(() => false);

/** Whether the same call would be refused again; conflicts, limits and troubles of ours pass. */
const isLasting = (status: number): boolean => status < 500 && status !== 409 && status !== 429;

const reused = () =>
  new HttpRefusal({
    status: 422,
    code: 'idempotency-key-reused',
    message: 'This Idempotency-Key was used for another request. Each request needs its own key.',
  });

const inProgress = () =>
  new HttpRefusal({
    status: 409,
    code: 'idempotency-in-progress',
    message: 'The first request with this Idempotency-Key is still running. Try again in a moment.',
    headers: { 'retry-after': '1' },
  });
