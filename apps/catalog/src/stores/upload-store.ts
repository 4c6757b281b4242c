import { MAX_UNUSED_UPLOADS } from '@estate/contracts';
import type { ListQuery } from '@estate/contracts';
import { BatchedInsert, isDuplicateKey, page } from '@estate/persistence';
import type { Collection } from '@estate/persistence';
import { LRUCache } from 'lru-cache';
import { fileOf } from '../domain/smaller-image.ts';
import { USES_APART_MS } from '../domain/uploaded-attachment.ts';
import type { Upload, UsedUploads } from '../domain/uploaded-attachment.ts';

/** An uploaded attachment as it is saved; its bytes are in the byte store under their SHA-256. */
export interface UploadDoc extends Omit<Upload, 'id'> {
  _id: string;
}

export const FILE_INDEX = 'file-of-account';
/** The photos of a large package, or of a building whose flats share them. */
const REMEMBERED_FILES = 10_000;

/** A file that an account uploaded. */
export type UploadedFile = Omit<Upload, 'id' | 'createdAt' | 'usedAt'>;

/** The id of an upload if it is new, and when it is saved. */
export interface Saved {
  id: string;
  now: Date;
}

/** The uploaded attachments of all accounts. */
export class UploadStore {
  readonly #docs: Collection<UploadDoc>;
  readonly #inserts: BatchedInsert<UploadDoc>;
  /** Files that this process has saved. */
  readonly #saved = new LRUCache<string, true>({ max: REMEMBERED_FILES });

  constructor(docs: Collection<UploadDoc>) {
    this.#docs = docs;
    this.#inserts = new BatchedInsert(docs);
  }

  /** Saves an upload that was not there a moment ago. */
  async add(file: UploadedFile, saved: Saved): Promise<Upload & { isNew: boolean }> {
    const { id, now } = saved;
    this.#saved.set(keyOf(file), true);
    const upload = { ...file, createdAt: now, usedAt: now };
    try {
      await this.#inserts.insert({ _id: id, ...upload });
      return { id, ...upload, isNew: true };
    } catch (error) {
      if (!isDuplicateKey(error, FILE_INDEX)) throw error;
      return this.put(file, saved);
    }
  }

  /** Saves an upload, or notes that it was uploaded again; `isNew` says which. */
  async put(file: UploadedFile, { id, now }: Saved): Promise<Upload & { isNew: boolean }> {
    this.#saved.set(keyOf(file), true);
    try {
      return await this.#put(file, { id, now });
    } catch (error) {
      // Another upload of the same bytes was saved at the same time.
      if (!isDuplicateKey(error, FILE_INDEX)) throw error;
      return this.#put(file, { id, now });
    }
  }

  async #put({ accountId, sha256, fileName, ...content }: UploadedFile, { id, now }: Saved) {
    const saved = await this.#docs.findOneAndUpdate(
      { accountId, sha256 },
      {
        $setOnInsert: { _id: id, ...content, createdAt: now },
        $max: { usedAt: now },
        ...(fileName !== undefined && { $set: { fileName } }),
        // Of an import, which may name it long after.
        ...(!content.isUnused && { $unset: { isUnused: true } }),
      },
      { upsert: true, returnDocument: 'after' },
    );
    if (!saved) throw new Error(`the upload ${id} was not saved`);
    return { ...toUpload(saved), isNew: saved._id === id };
  }

  async find({ accountId, id }: { accountId: string; id: string }): Promise<Upload | null> {
    const doc = await this.#docs.findOne({ _id: id, accountId });
    return doc && toUpload(doc);
  }

  async withIds({ accountId, ids }: UsedUploads): Promise<Upload[]> {
    const docs = await this.#docs.find({ _id: { $in: [...ids] }, accountId }).toArray();
    return docs.map(toUpload);
  }

  /**
   * The upload of a file that the account sends again. A file that this process has not seen is nearly always new: it is not looked for,
   * which costs less than reading a few again. `add` finds out.
   */
  async seen(file: Pick<UploadedFile, 'accountId' | 'sha256'>): Promise<Upload | undefined> {
    if (!this.#saved.has(keyOf(file))) return undefined;
    const [upload] = await this.ofFiles(file.accountId, [file.sha256]);
    return upload;
  }

  /** Returns the uploads of the account among these files. */
  async ofFiles(accountId: string, sha256s: readonly string[]): Promise<Upload[]> {
    const docs = await this.#docs.find({ accountId, sha256: { $in: [...sha256s] } }).toArray();
    return docs.map(toUpload);
  }

  async list(accountId: string, query: ListQuery): Promise<{ hasMore: boolean; uploads: Upload[] }> {
    const { hasMore, docs } = await page<UploadDoc>(this.#docs, { accountId }, query);
    return { hasMore, uploads: docs.map(toUpload) };
  }

  /** Notes that they were used; from now on they are kept for a while, even if no property names them. */
  async use({ accountId, ids }: UsedUploads, now: Date): Promise<void> {
    if (ids.length === 0) return;
    const before = new Date(now.getTime() - USES_APART_MS);
    await this.#docs.updateMany(
      { _id: { $in: [...ids] }, accountId, $or: [{ usedAt: { $lt: before } }, { isUnused: true }] },
      { $max: { usedAt: now }, $unset: { isUnused: true } },
    );
  }

  /** Counts the files that the account has sent and no property has named yet, as far as it may have. */
  async unusedOf(accountId: string): Promise<{ files: number; bytes: number }> {
    const docs = await this.#docs
      .find({ accountId, isUnused: true }, { projection: { size: 1 } })
      .limit(MAX_UNUSED_UPLOADS)
      .toArray();
    return { files: docs.length, bytes: docs.reduce((sum, { size }) => sum + size, 0) };
  }

  /**
   * Some of those that were not used since, those first that were not used for the longest time; `isUnused` asks for those only that no
   * property has named yet.
   */
  async unusedSince(moment: Date, { limit, ...only }: { limit: number; isUnused?: true }): Promise<Upload[]> {
    const docs = await this.#docs
      .find({ usedAt: { $lt: moment }, ...only })
      .sort({ usedAt: 1 })
      .limit(limit)
      .toArray();
    return docs.map(toUpload);
  }

  /** Removes an upload unless it was used since it was read. */
  async remove({ id, usedAt }: Pick<Upload, 'id' | 'usedAt'>): Promise<boolean> {
    const { deletedCount } = await this.#docs.deleteOne({ _id: id, usedAt });
    return deletedCount === 1;
  }

  /** Returns the names whose file is none of these, nor a rendition of one. */
  async unnamedBytes(names: readonly string[]): Promise<string[]> {
    const files = [...new Set(names.map(fileOf))];
    const docs = await this.#docs
      .find(
        { $or: [{ sha256: { $in: files } }, { 'rendition.sha256': { $in: files } }] },
        { projection: { _id: 0, sha256: 1, 'rendition.sha256': 1 } },
      )
      .toArray();
    const named = new Set(docs.flatMap(({ sha256, rendition }) => [sha256, rendition?.sha256]));
    return names.filter((name) => !named.has(fileOf(name)));
  }
}

const toUpload = ({ _id: id, ...upload }: UploadDoc): Upload => ({ id, ...upload });

const keyOf = ({ accountId, sha256 }: Pick<UploadedFile, 'accountId' | 'sha256'>): string =>
  `${accountId} ${sha256}`;
