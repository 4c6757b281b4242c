import type { Logger } from '@estate/observability';
import { Batcher } from '@estate/persistence';
import { checkApiKeyShape, hashApiKey } from '@estate/vault';
import { LRUCache } from 'lru-cache';
import { isExpired } from '../domain/api-key.ts';
import type { StoredApiKey } from '../domain/api-key.ts';
import type { ApiKeyStore } from '../stores/api-key-store.ts';
import { ttlCache } from './ttl-cache.ts';

/** A revoked key works no longer than this on any replica. */
const REMEMBER_MS = 4000;
const MINUTE_MS = 60_000;
const TOUCHED_MAX = 10_000;

interface Parts {
  apiKeys: Pick<ApiKeyStore, 'findByHashes' | 'touch'>;
  clock: () => Date;
  log: Logger;
}

/**
 * Finds the key of a request, from memory for a few seconds, and stores the minute of its last use. Other keys are looked up in
 * batches, one query at a time, so that any number of unknown keys delays a valid one by one query only.
 */
export class KeyRing {
  readonly #parts: Parts;
  readonly #remembered: ReturnType<typeof ttlCache<StoredApiKey>>;
  readonly #lookUps = new Map<string, Promise<StoredApiKey | null>>();
  readonly #batches: Batcher<string, StoredApiKey | null>;
  /** The minute in which a key was noted as used. */
  readonly #touchedAt = new LRUCache<string, number>({ max: TOUCHED_MAX });

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#remembered = ttlCache(REMEMBER_MS, parts.clock);
    this.#batches = new Batcher((hashes) => parts.apiKeys.findByHashes(hashes));
  }

  /** The live key, or null for a typo, an unknown, a revoked or an expired one; a typo costs no look-up. */
  async find(presented: string): Promise<StoredApiKey | null> {
    return checkApiKeyShape(presented) ? this.findByHash(hashApiKey(presented)) : null;
  }

  /** The same for one whose hash is known already. */
  async findByHash(hash: string): Promise<StoredApiKey | null> {
    const key = await this.#known(hash);
    const now = this.#parts.clock();
    if (!key || isExpired(key, now)) return null;
    this.#touch(key.id, now);
    return key;
  }

  #known(hash: string): StoredApiKey | Promise<StoredApiKey | null> {
    const known = this.#remembered.get(hash);
    if (known) return known;
    const running = this.#lookUps.get(hash);
    if (running) return running;
    const lookUp = this.#lookUp(hash).finally(() => this.#lookUps.delete(hash));
    this.#lookUps.set(hash, lookUp);
    return lookUp;
  }

  async #lookUp(hash: string): Promise<StoredApiKey | null> {
    const start = this.#parts.clock().getTime();
    const key = await this.#batches.do(hash);
    if (key) this.#remembered.set(hash, key, { start });
    return key;
  }

  #touch(id: string, now: Date): void {
    const minute = Math.floor(now.getTime() / MINUTE_MS);
    if (this.#touchedAt.get(id) === minute) return;
    this.#touchedAt.set(id, minute);
    this.#parts.apiKeys.touch(id, new Date(minute * MINUTE_MS)).catch((error: unknown) => {
      this.#parts.log.warn({ err: error }, 'api-key.touch.failed');
    });
  }
}
