import { ErrorCode, NatsError } from 'nats';
import type { Msg } from 'nats';
import type { Asker } from '../bus.ts';
import type { Timing } from '../timing.ts';
import { currentTrace } from '@estate/observability';
import { asRead, headersOf, isSigned, tooLateAtOf, withBeginBefore } from './ask-headers.ts';
import { NoSignOfLife } from './requests.ts';
import type { Requests } from './requests.ts';

/** Replicas of a version that signs nothing may still run for so long after one has answered. */
const UNSIGNED_REMEMBERED_MS = 600_000;
/** After so many replicas without a sign of life, they may be slow and not frozen: the next ones get more time. */
const ASKED_WITH_SAME_TIME = 3;
/** The part of the time for a sign of life in which a replica may begin. */
const BEGIN_PART = 0.25;

export interface OneAsk {
  subject: string;
  owner: string;
  body: string;
  asker: Asker;
  isRead?: boolean;
  timeoutMs: number;
}

export interface ReplicaAsksOptions {
  requests: Pick<Requests, 'send'>;
  timing: Pick<Timing, 'signOfLifeMs'>;
  clock: () => Date;
  /** Called when another replica is asked. */
  onMoved: (ask: OneAsk) => void;
}

interface Versions {
  signedAtMs?: number;
  unsignedAtMs?: number;
}

/**
 * Asks a replica, and another one when the first shows no sign of life: it is frozen, or its connection is. A replica that has begun
 * says so, and its answer is waited for. One that wakes too late finds that the time to begin has passed, so no ask is carried out twice.
 */
export class ReplicaAsks {
  readonly #options: ReplicaAsksOptions;
  readonly #owners = new Map<string, Versions>();
  /** By how much the clock of a replica was ahead, at most. */
  #aheadMs = 0;

  constructor(options: ReplicaAsksOptions) {
    this.#options = options;
  }

  /** @throws NatsError when nobody listens or answers in time */
  async send(ask: OneAsk): Promise<Msg> {
    const untilMs = performance.now() + ask.timeoutMs;
    let asked = ask;
    let signWithinMs = this.#options.timing.signOfLifeMs;
    for (let moves = 0; ;) {
      const leftMs = untilMs - performance.now();
      if (leftMs <= 0) throw NatsError.errorForCode(ErrorCode.Timeout);
      const mayMove = this.#allSign(ask.owner) && signWithinMs < leftMs;
      try {
        const reply = await this.#sendOnce(asked, leftMs, mayMove ? signWithinMs : undefined);
        this.#note(ask.owner, reply);
        const replicaMs = tooLateAtOf(reply);
        if (replicaMs === undefined) return reply;
        // The process is running, but its clock is ahead or it is slow.
        this.#aheadMs = Math.max(this.#aheadMs, replicaMs - this.#nowMs());
        signWithinMs *= 2;
      } catch (error) {
        if (!(error instanceof NoSignOfLife)) throw error;
        this.#options.onMoved(ask);
        moves += 1;
        // Its sign may have been late: then it creates what it was asked for.
        asked = { ...ask, asker: { ...ask.asker, isFirstRun: false } };
        if (moves % ASKED_WITH_SAME_TIME === 0) signWithinMs *= 2;
      }
    }
  }

  /**
   * A replica may begin in the first part of the time, so that its sign arrives in the rest, also on a busy machine.
   */
  #sendOnce(
    { subject, body, asker, isRead }: OneAsk,
    timeoutMs: number,
    signWithinMs: number | undefined,
  ): Promise<Msg> {
    const beginWithinMs = signWithinMs === undefined ? timeoutMs : signWithinMs * BEGIN_PART;
    const made = headersOf(asker, currentTrace());
    return this.#options.requests.send({
      ...{ subject, timeoutMs, data: body },
      headers: withBeginBefore(isRead ? asRead(made) : made, this.#nowMs() + this.#aheadMs + beginWithinMs),
      ...(signWithinMs !== undefined && { signWithinMs }),
    });
  }

  #nowMs(): number {
    return this.#options.clock().getTime();
  }

  #note(owner: string, reply: Msg): void {
    const known = this.#owners.get(owner) ?? {};
    const nowMs = performance.now();
    this.#owners.set(owner, {
      ...known,
      ...(isSigned(reply) ? { signedAtMs: nowMs } : { unsignedAtMs: nowMs }),
    });
  }

  /** Whether every replica of the owner that has answered lately signs what it begins. */
  #allSign(owner: string): boolean {
    const { signedAtMs, unsignedAtMs } = this.#owners.get(owner) ?? {};
    if (signedAtMs === undefined) return false;
    return unsignedAtMs === undefined || unsignedAtMs < performance.now() - UNSIGNED_REMEMBERED_MS;
  }
}
