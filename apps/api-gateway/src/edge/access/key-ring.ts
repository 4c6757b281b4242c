import type { Logger } from '@estate/observability';
import { checkApiKeyShape, hashApiKey } from '@estate/vault';
import { LRUCache } from 'lru-cache';
import { isExpired } from '../../domain/api-key.ts';
import { RememberedLookUp } from './remembered-look-up.ts';

const MINUTE_MS = 60_000;
const TOUCHED_MAX = 10_000;

/** The stored properties of a key. */
interface StoredKey {
  id: string;
  expiresAt?: Date;
}

interface Parts<K extends StoredKey> {
  keys: {
    findByHashes(hashes: readonly string[]): Promise<(K | null)[]>;
    touch(id: string, at: Date): Promise<void>;
  };
  /** False for a text that cannot be a key; a typo then needs no look-up. */
  hasShape?: (presented: string) => boolean;
  clock: () => Date;
  log: Logger;
}

/** Finds the key of a request, cached for a few seconds, and stores the minute of its last use. */
export class KeyRing<K extends StoredKey> {
  readonly #parts: Parts<K>;
  readonly #hasShape: (presented: string) => boolean;
  readonly #lookUp: RememberedLookUp<K>;
  /** The minute in which a key's use was last stored. */
  readonly #touchedAt = new LRUCache<string, number>({ max: TOUCHED_MAX });

  constructor(parts: Parts<K>) {
    this.#parts = parts;
    const { keys, clock } = parts;
    this.#hasShape = parts.hasShape ?? ((presented) => checkApiKeyShape(presented));
    this.#lookUp = new RememberedLookUp({ findAll: (hashes) => keys.findByHashes(hashes), clock });
  }

  /** The valid key, or null for a typo, an unknown, a revoked or an expired one; a typo needs no look-up. */
  async find(presented: string): Promise<K | null> {
    return this.#hasShape(presented) ? this.findByHash(hashApiKey(presented)) : null;
  }

  /** Like `find`, but includes expired keys, to identify their owner. Revoked keys are not stored. */
  async findExpired(presented: string): Promise<K | null> {
    return this.#hasShape(presented) ? this.#lookUp.find(hashApiKey(presented)) : null;
  }

  /** Like `find`, for a known hash. */
  async findByHash(hash: string): Promise<K | null> {
    const key = await this.#lookUp.find(hash);
    const now = this.#parts.clock();
    if (!key || isExpired(key, now)) return null;
    this.#touch(key.id, now);
    return key;
  }

  #touch(id: string, now: Date): void {
    const minute = Math.floor(now.getTime() / MINUTE_MS);
    if (this.#touchedAt.get(id) === minute) return;
    this.#touchedAt.set(id, minute);
    this.#parts.keys.touch(id, new Date(minute * MINUTE_MS)).catch((error: unknown) => {
      this.#parts.log.warn({ err: error }, 'api-key.touch.failed');
    });
  }
}
