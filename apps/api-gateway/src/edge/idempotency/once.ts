import { HttpRefusal, problem } from '@estate/http';
import type { HttpAnswer, HttpRequest } from '@estate/http';
import type { Logger } from '@estate/observability';
import { startHeartbeat } from '@estate/persistence';
import type { Heartbeat } from '@estate/persistence';
import type { Vault } from '@estate/vault';
import { REMEMBER_MS } from '../../stores/idempotency-store.ts';
import type { IdempotencyStore, IdempotentCall, StoredOutcome } from '../../stores/idempotency-store.ts';
import { callId, idempotencyKey, requestHash } from './idempotency-key.ts';
import { SealedUpload, isSameUpload } from './uploads.ts';

export interface OnceParts {
  calls: Pick<IdempotencyStore, 'begin' | 'find' | 'takeOver' | 'extend' | 'finish' | 'release'>;
  vault: Pick<Vault, 'seal' | 'open'>;
  clock: () => Date;
  newId: () => string;
  log: Logger;
  /** The time without an extended lease after which a run can be taken over. */
  leaseMs: number;
}

/** Does the work; the created resource gets the reserved id. */
export type Work = (reservedId?: string) => Promise<HttpAnswer>;

/** A running call, with its upload. */
type Attempted = IdempotentCall & { requestId: string; upload?: SealedUpload };

/**
 * Runs calls with an `Idempotency-Key` once: a retry gets the stored outcome. A call whose process crashed between the effect and the
 * record runs again with the same reserved id, under which the owner finds the resource.
 */
export class Once {
  readonly #parts: OnceParts;

  constructor(parts: OnceParts) {
    this.#parts = parts;
  }

  /** @throws HttpRefusal 409 while the first call runs, 422 if the first call was a different one */
  async run(request: HttpRequest, accountId: string, work: Work): Promise<HttpAnswer> {
    const key = idempotencyKey(request);
    if (key === undefined) return work();
    const { upload, requestId } = request;
    const call = await this.#claim(callId(accountId, key), requestHash(request));
    if (call.outcome) return this.#replay(call.id, call.outcome, upload);
    const { run } = call;
    // A process that was suspended while it claimed the call may have lost it since.
    if (run === undefined || run.until <= this.#parts.clock()) throw inProgress();
    const heart = this.#beat({ ...call, run });
    try {
      return await this.#attempt(
        { ...call, requestId, ...(upload && { upload: new SealedUpload(upload) }) },
        work,
      );
    } finally {
      heart.stop();
    }
  }

  /** Extends the lease of a run while it works. */
  #beat({ id, run }: IdempotentCall & Required<Pick<IdempotentCall, 'run'>>): Heartbeat {
    const { calls, clock, leaseMs, log } = this.#parts;
    return startHeartbeat({
      extend: () => calls.extend(id, run.token, new Date(clock().getTime() + leaseMs)),
      leaseMs,
      until: run.until,
      clock,
      onMissed: (error) => log.warn({ err: error }, 'idempotency.lease.failed'),
    });
  }

  /** Claims the call for this run, or returns one with its outcome. */
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

  async #attempt(call: Attempted, work: Work): Promise<HttpAnswer> {
    const { id, reservedId, run, requestId, upload } = call;
    try {
      const answer = await work(reservedId);
      await this.#keep(call, answer);
      return answer;
    } catch (error) {
      const refusal = problem(error, requestId);
      // An upload that was not read to its end cannot be recognized in a retry.
      const isRecognized = upload === undefined || upload.seal() !== undefined;
      if (isLasting(refusal.status) && isRecognized) {
        await this.#keep(call, refusal);
        return refusal;
      }
      await this.#quietly(this.#parts.calls.release(id, run?.token ?? ''));
      throw error;
    }
  }

  /** Stores the outcome. The call has taken effect, so its response is right even if this fails. */
  async #keep(
    { id, run, upload }: Attempted,
    { status, headers = {}, ...answer }: HttpAnswer,
  ): Promise<void> {
    const { calls, vault } = this.#parts;
    const raw = answer.raw ?? { mediaType: undefined, body: JSON.stringify(answer.body) };
    const kept = JSON.stringify({ mediaType: raw.mediaType, body: raw.body.toString() });
    const seal = upload?.seal();
    const outcome = { status, headers, sealed: vault.seal(kept, id), ...(seal && { upload: seal }) };
    await this.#quietly(calls.finish(id, run?.token ?? '', outcome));
  }

  /** @throws HttpRefusal 422 if the upload differs */
  async #replay(
    id: string,
    { status, headers, sealed, upload: seal }: StoredOutcome,
    upload: HttpRequest['upload'],
  ): Promise<HttpAnswer> {
    if (upload && seal && !(await isSameUpload(upload, seal))) throw reused();
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

/** True if the same call would be refused again; conflicts, limits and internal errors are transient. */
const isLasting = (status: number): boolean => status < 500 && status !== 409 && status !== 429;

const reused = () =>
  new HttpRefusal({
    status: 422,
    code: 'idempotency-key-reused',
    message: 'This Idempotency-Key was already used for a different request. Use a new key for each request.',
  });

const inProgress = () =>
  new HttpRefusal({
    status: 409,
    code: 'idempotency-in-progress',
    message: 'The first request with this Idempotency-Key is still running. Try again in a few seconds.',
    headers: { 'retry-after': '1' },
  });
