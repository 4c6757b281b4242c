import type { Logger } from '@estate/observability';
import { checkApiKeyShape, hashApiKey } from '@estate/vault';
import { isExpired } from '../domain/api-key.ts';
import type { StoredApiKey } from '../domain/api-key.ts';
import type { ApiKeyStore } from '../stores/api-key-store.ts';

/** A key is looked up again after this time: a revoked one works no longer than this on any replica. */
const REMEMBER_MS = 4000;
const MINUTE_MS = 60_000;
const MAX_REMEMBERED = 10_000;

interface Remembered {
  key: StoredApiKey;
  until: number;
}

/** Finds the key a request was made with, from memory for a few seconds, and notes by the minute when it was used. */
export class KeyRing {
  readonly #apiKeys: Pick<ApiKeyStore, 'findByHash' | 'touch'>;
  readonly #clock: () => Date;
  readonly #log: Logger;
  readonly #remembered = new Map<string, Remembered>();
  readonly #lookUps = new Map<string, Promise<StoredApiKey | null>>();
  readonly #touchedAt = new Map<string, number>();

  constructor(parts: { apiKeys: Pick<ApiKeyStore, 'findByHash' | 'touch'>; clock: () => Date; log: Logger }) {
    this.#apiKeys = parts.apiKeys;
    this.#clock = parts.clock;
    this.#log = parts.log;
  }

  /** The live key, or null for a typo, an unknown, a revoked or an expired one; `beforeLookUp` may throw to spare the store an unknown one. */
  async find(presented: string, beforeLookUp: () => void = () => undefined): Promise<StoredApiKey | null> {
    return checkApiKeyShape(presented) ? this.findByHash(hashApiKey(presented), beforeLookUp) : null;
  }

  /** The same for one whose hash is known already. */
  async findByHash(hash: string, beforeLookUp: () => void = () => undefined): Promise<StoredApiKey | null> {
    const key = await this.#known(hash, beforeLookUp);
    const now = this.#clock();
    if (!key || isExpired(key, now)) return null;
    this.#touch(key.id, now);
    return key;
  }

  #known(hash: string, beforeLookUp: () => void): StoredApiKey | Promise<StoredApiKey | null> {
    const known = this.#remembered.get(hash);
    if (known && known.until > this.#clock().getTime()) return known.key;
    const running = this.#lookUps.get(hash);
    if (running) return running;
    // One that was live when it came last is worth a look-up in any case.
    if (!known) beforeLookUp();
    const lookUp = this.#lookUp(hash).finally(() => this.#lookUps.delete(hash));
    this.#lookUps.set(hash, lookUp);
    return lookUp;
  }

  async #lookUp(hash: string): Promise<StoredApiKey | null> {
    const nowMs = this.#clock().getTime();
    const key = await this.#apiKeys.findByHash(hash);
    this.#remembered.delete(hash);
    if (key) {
      forgetOldest(this.#remembered);
      this.#remembered.set(hash, { key, until: nowMs + REMEMBER_MS });
    }
    return key;
  }

  #touch(id: string, now: Date): void {
    const minute = Math.floor(now.getTime() / MINUTE_MS);
    if (this.#touchedAt.get(id) === minute) return;
    forgetOldest(this.#touchedAt);
    this.#touchedAt.set(id, minute);
    this.#apiKeys.touch(id, new Date(minute * MINUTE_MS)).catch((error: unknown) => {
      this.#log.warn({ err: error }, 'api-key.touch.failed');
    });
  }
}

function forgetOldest(map: Map<string, unknown>): void {
  if (map.size < MAX_REMEMBERED) return;
  const oldest = map.keys().next();
  if (!oldest.done) map.delete(oldest.value);
}
