import { setTimeout as sleep } from 'node:timers/promises';
import { startHeartbeat } from '@estate/persistence';
import type { HeldLease } from '@estate/persistence';
import type { Closable } from '@estate/runtime';
import type { Events, MailboxChange } from '../../telemetry.ts';
import type { Intake } from '../../intake/intake.ts';
import type { Spool } from '../../intake/spool.ts';
import { Budget } from '../../budget.ts';
import type { MailboxStore } from '../../stores/mailbox-store.ts';
import { runSession } from './imap-session.ts';
import type { Mailbox } from './mailbox.ts';
import { Pace } from './pace.ts';

export interface ImapSourceDeps {
  mailboxes: Pick<MailboxStore, 'claim' | 'endReread' | 'extend' | 'release' | 'reread'>;
  intake: Intake;
  spool: Pick<Spool, 'file'>;
  events: Pick<Events, 'mailboxChanged'>;
  clock: () => Date;
  owner: string;
  leaseMs: number;
  pollMs: number;
  maxBytes: number;
}

/** Most bytes that all mailboxes together fetch at a time. */
const MOST_FETCHED_BYTES = 32_000_000;
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;
const FAILURES_MAX = 6;

/** Reads every mailbox that no other process reads, and takes over the mailboxes of crashed processes. */
export function startImapSource(mailboxes: readonly Mailbox[], deps: ImapSourceDeps): Closable {
  const stop = new AbortController();
  const budget = new Budget(MOST_FETCHED_BYTES);
  const running = mailboxes.map((mailbox) =>
    new OwnedMailbox(mailbox, { ...deps, budget }, stop.signal).run(),
  );
  return {
    close: async () => {
      stop.abort();
      await Promise.all(running);
    },
  };
}

type OwnedDeps = ImapSourceDeps & { budget: Budget };

class OwnedMailbox {
  readonly #mailbox: Mailbox;
  readonly #deps: OwnedDeps;
  readonly #stop: AbortSignal;
  readonly #pace = new Pace();

  constructor(mailbox: Mailbox, deps: OwnedDeps, stop: AbortSignal) {
    this.#mailbox = mailbox;
    this.#deps = deps;
    this.#stop = stop;
  }

  /** Never throws: while the store or the server is unavailable, it waits and tries again. */
  async run(): Promise<void> {
    while (!this.#stop.aborted) {
      const lease = await this.#claim();
      if (lease) await this.#readWhileOwned(lease);
      // Also after a release, so that another process can take the mailbox.
      await pause(this.#deps.leaseMs / 3, this.#stop);
    }
  }

  async #claim(): Promise<HeldLease | null> {
    const { mailboxes, owner, leaseMs, clock } = this.#deps;
    try {
      return await mailboxes.claim(this.#mailbox.name, { owner, leaseMs, now: clock() });
    } catch (error) {
      this.#report('unavailable', error);
      return null;
    }
  }

  async #readWhileOwned(lease: HeldLease): Promise<void> {
    const { mailboxes, leaseMs, clock } = this.#deps;
    this.#report('owned');
    const heart = startHeartbeat({
      extend: () => mailboxes.extend(lease, leaseMs, clock()),
      leaseMs,
      until: lease.until,
      clock,
      onMissed: (error) => this.#report('unavailable', error),
    });
    await this.#readOn(AbortSignal.any([heart.lost, this.#stop]));
    heart.stop();
    this.#report('lost');
    await mailboxes.release(lease).catch((error: unknown) => this.#report('unavailable', error));
  }

  /** Connects again with growing pauses; after the last failure another process may try. */
  async #readOn(signal: AbortSignal): Promise<void> {
    let failures = 0;
    const onConnected = () => {
      failures = 0;
      this.#report('connected');
    };
    while (!signal.aborted && failures < FAILURES_MAX) {
      try {
        await runSession({ ...this.#deps, mailbox: this.#mailbox, pace: this.#pace, signal, onConnected });
      } catch (error) {
        if (isOver(signal)) return;
        this.#report('unavailable', error);
      }
      const longest = Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS);
      failures += 1;
      await pause(longest * (0.5 + Math.random() / 2), signal);
    }
  }

  #report(state: MailboxChange['state'], reason?: unknown): void {
    this.#deps.events.mailboxChanged({ mailbox: this.#mailbox.name, state, reason });
  }
}

/** Asked again after a wait. */
const isOver = (signal: AbortSignal): boolean => signal.aborted;

/** Ends early, without an error, when the signal is aborted. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal }).catch(() => undefined);
