import { ErrorCode, NatsError } from 'nats';
import type { Msg } from 'nats';
import type { Asker } from '../bus.ts';
import type { Timing } from '../timing.ts';
import { currentTrace } from '@estate/observability';
import {
  asRead,
  headersOf,
  isSigned,
  ownerAt,
  replicaOf,
  subjectAt,
  tooLateAtOf,
  withBeginBefore,
} from './ask-headers.ts';
import { Replicas } from './replicas.ts';
import { NoSignOfLife, isCode } from './requests.ts';
import type { Requests } from './requests.ts';

/** The time for which replicas without start announcements may still run after one has answered. */
const UNSIGNED_REMEMBERED_MS = 600_000;
/** The number of silent replicas after which they may be slow and not frozen: the next ones get more time. */
const ASKED_WITH_SAME_TIME = 3;
/** The share of the time for an announcement in which a replica may begin. */
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
  /** Called with replicas that have announced nothing. */
  onSilent: (replicas: readonly string[]) => void;
  /** Called with an owner whose replicas cannot be asked by their names. */
  onNamesRefused: (owner: string) => void;
}

/** One copy of an ask that was sent. */
interface Copy {
  timeoutMs: number;
  /** The time for an announcement; undefined if only one replica may be asked. */
  signWithinMs: number | undefined;
  /** The only replica that receives it. */
  to: string | undefined;
}

interface Versions {
  signedAtMs?: number;
  unsignedAtMs?: number;
}

/**
 * Asks a replica, and another one if the first announces nothing: it is frozen, or its connection is. A replica announces its start, and
 * then its answer is waited for. One that wakes too late finds that the deadline for starting has passed, so no ask is carried out twice.
 * While a replica is silent, those that are known to be awake are asked by their names.
 */
export class ReplicaAsks {
  readonly #options: ReplicaAsksOptions;
  readonly #owners = new Map<string, Versions>();
  readonly #replicas = new Map<string, Replicas>();
  /** The maximum offset of a replica's clock that was ahead. */
  #aheadMs = 0;

  constructor(options: ReplicaAsksOptions) {
    this.#options = options;
  }

  /** @throws NatsError if nobody listens or answers in time */
  async send(ask: OneAsk): Promise<Msg> {
    const untilMs = performance.now() + ask.timeoutMs;
    const replicas = this.#replicasOf(ask.owner);
    this.#probe(ask, replicas);
    let asked = ask;
    let signWithinMs = this.#options.timing.signOfLifeMs;
    let to = replicas.pick(Math.random);
    for (let moves = 0; ;) {
      const sentAtMs = performance.now();
      const timeoutMs = untilMs - sentAtMs;
      if (timeoutMs <= 0) throw NatsError.errorForCode(ErrorCode.Timeout);
      const mayMove = this.#allSign(ask.owner) && signWithinMs < timeoutMs;
      try {
        const copy = { timeoutMs, signWithinMs: mayMove ? signWithinMs : undefined, to };
        const reply = await this.#sendOnce(asked, copy);
        this.#note(ask, reply);
        const replicaMs = tooLateAtOf(reply);
        if (replicaMs === undefined) return reply;
        // The process is running, but its clock is ahead or it is slow.
        this.#aheadMs = Math.max(this.#aheadMs, replicaMs - this.#nowMs());
        signWithinMs *= 2;
        to = undefined;
      } catch (error) {
        if (to !== undefined && isCode(error, ErrorCode.NoResponders)) {
          replicas.isMissing(to, ask.subject);
          to = undefined;
          continue;
        }
        if (!(error instanceof NoSignOfLife)) throw error;
        replicas.isSilent(sentAtMs, to);
        this.#options.onMoved(ask);
        moves += 1;
        // Its announcement may have been late: then it creates what it was asked for.
        asked = { ...ask, asker: { ...ask.asker, isFirstRun: false } };
        if (moves % ASKED_WITH_SAME_TIME === 0) signWithinMs *= 2;
        // The recorded state of a replica may be wrong; then any replica gets the ask.
        to = to === undefined ? replicas.pick(Math.random) : undefined;
      }
    }
  }

  /** Called when the broker has refused to deliver something that was sent to a subject. */
  refused(subject: string): void {
    const owner = ownerAt(subject);
    if (owner !== undefined && this.#replicas.get(owner)?.namesRefused(performance.now()))
      this.#options.onNamesRefused(owner);
  }

  /**
   * Sends a copy. A replica may begin in the first part of the time, so that its announcement arrives in the rest, even on a busy machine.
   */
  #sendOnce({ subject, body, asker, isRead }: OneAsk, { timeoutMs, signWithinMs, to }: Copy): Promise<Msg> {
    const beginWithinMs = signWithinMs === undefined ? timeoutMs : signWithinMs * BEGIN_PART;
    const made = headersOf(asker, currentTrace());
    return this.#options.requests.send({
      ...{ subject: to === undefined ? subject : subjectAt(subject, to), timeoutMs, data: body },
      headers: withBeginBefore(isRead ? asRead(made) : made, this.#nowMs() + this.#aheadMs + beginWithinMs),
      ...(signWithinMs !== undefined && { signWithinMs }),
    });
  }

  /** Sends silent replicas an ask with a past deadline: one that is back says so, and does nothing. */
  #probe({ owner, asker }: OneAsk, replicas: Replicas): void {
    const probes = replicas.toProbe(performance.now());
    const silent = probes.filter(({ isSilent }) => isSilent).map(({ replica }) => replica);
    if (silent.length > 0) this.#options.onSilent(silent);
    for (const { replica, subject } of probes) {
      const headers = withBeginBefore(headersOf(asker, undefined), 0);
      const { signOfLifeMs: timeoutMs } = this.#options.timing;
      this.#options.requests
        .send({ subject: subjectAt(subject, replica), data: '', headers, timeoutMs })
        .then((reply) => this.#note({ owner, subject }, reply))
        .catch((error: unknown) => {
          if (isCode(error, ErrorCode.NoResponders)) replicas.isMissing(replica, subject);
        });
    }
  }

  #replicasOf(owner: string): Replicas {
    const known = this.#replicas.get(owner) ?? new Replicas();
    this.#replicas.set(owner, known);
    return known;
  }

  #nowMs(): number {
    return this.#options.clock().getTime();
  }

  #note({ owner, subject }: Pick<OneAsk, 'owner' | 'subject'>, reply: Msg): void {
    const known = this.#owners.get(owner) ?? {};
    const nowMs = performance.now();
    const replica = replicaOf(reply);
    const replicas = this.#replicasOf(owner);
    if (replica === undefined) replicas.heardOfUnnamed(nowMs);
    else replicas.heardOf(replica, subject, nowMs);
    this.#owners.set(owner, {
      ...known,
      ...(isSigned(reply) ? { signedAtMs: nowMs } : { unsignedAtMs: nowMs }),
    });
  }

  /** True if every replica of the owner that has answered lately announces its start. */
  #allSign(owner: string): boolean {
    const { signedAtMs, unsignedAtMs } = this.#owners.get(owner) ?? {};
    if (signedAtMs === undefined) return false;
    return unsignedAtMs === undefined || unsignedAtMs < performance.now() - UNSIGNED_REMEMBERED_MS;
  }
}
