import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '@estate/observability';
import type { Lease } from '@estate/persistence';

/** Shared by every replica. */
export interface PublishLeaseStore {
  claimPublishing(accountId: string, type: string, options: ClaimOptions): Promise<Lease | null>;
  releasePublishing(lease: Lease): Promise<void>;
}

interface ClaimOptions {
  owner: string;
  leaseMs: number;
  now: Date;
}

interface Surroundings {
  owner: string;
  clock: () => Date;
  log: Pick<Logger, 'warn'>;
}

/** Longer than one publish call may take. */
const LEASE_MS = 60_000;
const LOOK_EVERY_MS = 50;

/** Lets publish calls of one account go one after the other: the marketplace checks the quota with each of them. */
export class PublishLeases {
  readonly #store: PublishLeaseStore;
  readonly #owner: string;
  readonly #clock: () => Date;
  readonly #log: Pick<Logger, 'warn'>;
  readonly #waiting = new Map<string, Promise<unknown>>();

  constructor(store: PublishLeaseStore, { owner, clock, log }: Surroundings) {
    this.#store = store;
    this.#owner = owner;
    this.#clock = clock;
    this.#log = log;
  }

  async take<T>(
    { accountId, type }: { accountId: string; type: string },
    work: () => Promise<T>,
    signal: AbortSignal,
  ): Promise<T> {
    const key = `${accountId}:${type}`;
    const before = this.#waiting.get(key) ?? Promise.resolve();
    const mine = before.then(() => this.#alone({ accountId, type }, work, signal));
    const over = mine.then(
      () => undefined,
      () => undefined,
    );
    this.#waiting.set(key, over);
    void over.then(() => {
      if (this.#waiting.get(key) === over) this.#waiting.delete(key);
    });
    return mine;
  }

  async #alone<T>(
    { accountId, type }: { accountId: string; type: string },
    work: () => Promise<T>,
    signal: AbortSignal,
  ): Promise<T> {
    const lease = await this.#claim(accountId, type, signal);
    try {
      return await work();
    } finally {
      // It ends by itself, too, and what was called with it is as it is.
      await this.#store.releasePublishing(lease).catch((error: unknown) => {
        this.#log.warn({ err: error, accountId, type }, 'publish.lease.not-released');
      });
    }
  }

  async #claim(accountId: string, type: string, signal: AbortSignal): Promise<Lease> {
    for (;;) {
      signal.throwIfAborted();
      const options = { owner: this.#owner, leaseMs: LEASE_MS, now: this.#clock() };
      const lease = await this.#store.claimPublishing(accountId, type, options);
      if (lease) return lease;
      await pause(LOOK_EVERY_MS, undefined, { signal });
    }
  }
}
