import type { ListQuery } from '@estate/contracts';
import { Conflict, InvalidInput, found } from '@estate/errors';
import { isDuplicateKey, isWriteConflict, page, unchanged } from '@estate/persistence';
import type { Collection } from '@estate/persistence';
import { API_KEYS_MAX } from '../domain/api-key.ts';
import type { StoredApiKey } from '../domain/api-key.ts';

export type ApiKeyDoc = Omit<StoredApiKey, 'id'> & { _id: string };

export const PLACE_INDEX = 'place';
const PLACES = Array.from({ length: API_KEYS_MAX }, (_, place) => place);

export class ApiKeyStore {
  readonly #docs: Collection<ApiKeyDoc>;

  constructor(docs: Collection<ApiKeyDoc>) {
    this.#docs = docs;
  }

  /**
   * Saves a key and replaces an earlier one with its id, which was never shown. A later one was shown by another run of the call.
   * @throws Conflict, and InvalidInput if the account has enough keys
   */
  async add(key: StoredApiKey): Promise<void> {
    while (!(await this.#put({ ...key, place: await this.#freePlace(key) })));
  }

  /** Saves a key again that was removed by mistake, regardless of the number of keys. */
  async restore(key: StoredApiKey): Promise<void> {
    const { place: _place, ...rest } = key;
    if (await this.#put(key)) return;
    while (!(await this.#put(rest)));
  }

  /** A free number; two runs that find the same one cannot both take it. @throws InvalidInput */
  async #freePlace({ accountId, id }: StoredApiKey): Promise<number> {
    const others = { accountId, _id: { $ne: id } };
    const docs = await this.#docs.find(others, { projection: { place: 1 } }).toArray();
    const taken = new Set(docs.map(({ place }) => place));
    const place = docs.length < API_KEYS_MAX ? PLACES.find((one) => !taken.has(one)) : undefined;
    if (place !== undefined) return place;
    const most = String(API_KEYS_MAX);
    throw new InvalidInput(`An account can have ${most} API keys. Revoke one first.`, {
      code: 'too-many-api-keys',
    });
  }

  /** False if another key has the number, or takes it at the same moment. */
  async #put({ id, ...fields }: StoredApiKey): Promise<boolean> {
    const { accountId, createdAt } = fields;
    const replaced = { _id: id, accountId, createdAt: { $lte: createdAt } };
    try {
      await this.#docs.replaceOne(replaced, fields, { upsert: true });
      return true;
    } catch (error) {
      if (isDuplicateKey(error, PLACE_INDEX) || isWriteConflict(error)) return false;
      if (!isDuplicateKey(error)) throw error;
      throw new Conflict('Another run of this request has created the API key. Retry the request.', {
        code: 'idempotency-in-progress',
        cause: error,
      });
    }
  }

  /** The key of each hash, in the same order; null for unknown ones. */
  async findByHashes(hashes: readonly string[]): Promise<(StoredApiKey | null)[]> {
    const docs = await this.#docs.find({ hash: { $in: [...hashes] } }).toArray();
    const byHash = new Map(docs.map((doc) => [doc.hash, fromDoc(doc)]));
    return hashes.map((hash) => byHash.get(hash) ?? null);
  }

  /** @throws NotFound */
  async get(accountId: string, id: string): Promise<StoredApiKey> {
    return fromDoc(found(await this.#docs.findOne({ _id: id, accountId }), 'API key', id));
  }

  async list(accountId: string, query: ListQuery): Promise<{ hasMore: boolean; data: StoredApiKey[] }> {
    const { hasMore, docs } = await page(this.#docs, { accountId }, query);
    return { hasMore, data: docs.map(fromDoc) };
  }

  /** Revokes a key, with `seen` only if it has not changed since, and returns it; null if there is none. */
  async remove(key: { accountId: string; id: string; seen?: StoredApiKey }): Promise<StoredApiKey | null> {
    const { accountId, id, seen } = key;
    const doc = await this.#docs.findOneAndDelete({
      _id: id,
      accountId,
      ...(seen && unchanged(seen, ['lastUsedAt'])),
    });
    return doc && fromDoc(doc);
  }

  /** True if the account has a valid key with the scope `write`, other than `without`. */
  async canWrite(accountId: string, now: Date, without?: string): Promise<boolean> {
    const writing = {
      accountId,
      scopes: 'write' as const,
      $or: [{ expiresAt: { $exists: false } }, { expiresAt: { $gt: now } }],
      ...(without !== undefined && { _id: { $ne: without } }),
    };
    return (await this.#docs.findOne(writing, { projection: { _id: 1 } })) !== null;
  }

  async touch(id: string, at: Date): Promise<void> {
    await this.#docs.updateOne({ _id: id }, { $max: { lastUsedAt: at } });
  }
}

const fromDoc = ({ _id, ...fields }: ApiKeyDoc): StoredApiKey => ({ id: _id, ...fields });
