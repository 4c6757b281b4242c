import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '@estate/observability';
import type { Lease } from '@estate/persistence';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import type { LimitFunction } from 'p-limit';
import type { ConsumerCredentialStore } from '../../stores/consumer-credential-store.ts';

interface PublishLeaseOptions {
  owner: string;
  clock: () => Date;
  log: Pick<Logger, 'warn'>;
}

type Store = Pick<ConsumerCredentialStore, 'claimPublishing' | 'releasePublishing'>;
type Account = { accountId: string; type: string };

/** Longer than a publish call may take. */
const LEASE_MS = 60_000;
const CLAIM_EVERY_MS = 50;
const ACCOUNTS_MAX = 10_000;

/** Serializes the publish calls of an account over all replicas: the marketplace checks the quota with each of them. */
export class PublishLeases {
  readonly #store: Store;
  readonly #options: PublishLeaseOptions;
  /** The waiting calls of this process, so that only one of them at a time asks for the lease. */
  readonly #queues = new LRUCache<string, LimitFunction>({ max: ACCOUNTS_MAX });

  constructor(store: Store, options: PublishLeaseOptions) {
    this.#store = store;
    this.#options = options;
  }

  take<T>({ accountId, type }: Account, work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    const key = `${accountId}:${type}`;
    const queue = this.#queues.get(key) ?? pLimit(1);
    this.#queues.set(key, queue);
    return queue(async () => {
      const lease = await this.#claim({ accountId, type }, signal);
      try {
        return await work();
      } finally {
        // The lease also ends by itself, and the call that was made with it stays valid.
        await this.#store.releasePublishing(lease).catch((error: unknown) => {
          this.#options.log.warn({ err: error, accountId, type }, 'publish.lease.not-released');
        });
      }
    });
  }

  async #claim({ accountId, type }: Account, signal: AbortSignal): Promise<Lease> {
    const { owner, clock } = this.#options;
    for (;;) {
      signal.throwIfAborted();
      const options = { owner, leaseMs: LEASE_MS, now: clock() };
      const lease = await this.#store.claimPublishing(accountId, type, options);
      if (lease) return lease;
      await pause(CLAIM_EVERY_MS, undefined, { signal });
    }
  }
}
