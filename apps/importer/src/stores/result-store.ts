import type { Collection, Filter } from '@estate/persistence';

export interface ResultDoc {
  /** The id of the import. */
  _id: string;
  accountId: string;
  sourceId: string;
  /** The directory of the package; left out in documents from before it existed, whose files are in the first one. */
  folder?: string;
  fileName: string;
  /** While the import has not ended: when it is looked at again. */
  dueAt?: Date;
  looks: number;
  files?: { name: string; bytes: number }[];
  /** The texts of the files, in their order; apart from them, so that a list does not read them. */
  texts?: string[];
  writtenAt?: Date;
  removeAt?: Date;
}

export interface StoredResult {
  importId: string;
  accountId: string;
  sourceId: string;
  folder: string;
  fileName: string;
}

/** The newest packages whose results a client sees. */
const SHOWN_MAX = 100;
const FIRST_FOLDER = '/';
const FIRST_LOOK_MS = 2000;
export const LAST_LOOK_MS = 60_000;

/** The result files of packages that came by FTP; a row whose files are not written yet is their schedule. */
export class ResultStore {
  readonly #docs: Collection<ResultDoc>;

  constructor(docs: Collection<ResultDoc>) {
    this.#docs = docs;
  }

  async expect({ importId, ...of }: StoredResult, now: Date): Promise<void> {
    const dueAt = new Date(now.getTime() + FIRST_LOOK_MS);
    await this.#docs.updateOne(
      { _id: importId },
      { $setOnInsert: { ...of, dueAt, looks: 0 } },
      { upsert: true },
    );
  }

  /** The next row that is due; it is due again later, less and less often, until its files are written. */
  async takeDue(now: Date): Promise<StoredResult | null> {
    const doc = await this.#docs.findOne({ dueAt: { $lte: now } }, { sort: { dueAt: 1 } });
    if (!doc) return null;
    const { _id, dueAt, looks, accountId, sourceId, folder = FIRST_FOLDER, fileName } = doc;
    const waitMs = Math.min(FIRST_LOOK_MS * 2 ** Math.min(looks, 10), LAST_LOOK_MS);
    const next = { $set: { dueAt: new Date(now.getTime() + waitMs) }, $inc: { looks: 1 } };
    const { matchedCount } = await this.#docs.updateOne({ _id, ...(dueAt && { dueAt }) }, next);
    // Another process has it.
    if (matchedCount === 0) return this.takeDue(now);
    return { importId: _id, accountId, sourceId, folder, fileName };
  }

  async write(
    { importId, ...of }: StoredResult,
    files: readonly { name: string; text: string }[],
    times: { writtenAt: Date; removeAt: Date },
  ): Promise<void> {
    const measured = files.map(({ name, text }) => ({ name, bytes: Buffer.byteLength(text) }));
    const texts = files.map(({ text }) => text);
    await this.#docs.updateOne(
      { _id: importId },
      {
        $set: { ...of, ...times, files: measured, texts },
        $setOnInsert: { looks: 0 },
        $unset: { dueAt: '' },
      },
      { upsert: true },
    );
  }

  /** Forgets an import that was removed before its files were written. */
  async forget(importId: string): Promise<void> {
    await this.#docs.deleteOne({ _id: importId });
  }

  /** The result files of a source; of packages with the same name those of the newest. */
  async list(sourceId: string) {
    const docs = await this.#docs
      .find({ sourceId, files: { $exists: true } }, { projection: { files: 1, folder: 1, writtenAt: 1 } })
      .sort({ _id: -1 })
      .limit(SHOWN_MAX)
      .toArray();
    const byPath = new Map<string, { folder: string; name: string; size: number; modifiedMs: number }>();
    for (const { files = [], folder = FIRST_FOLDER, writtenAt } of docs) {
      for (const { name, bytes: size } of files) {
        const path = `${folder}/${name}`;
        if (!byPath.has(path))
          byPath.set(path, { folder, name, size, modifiedMs: writtenAt?.getTime() ?? 0 });
      }
    }
    return [...byPath.values()];
  }

  async text({
    sourceId,
    folder,
    name,
  }: {
    sourceId: string;
    folder: string;
    name: string;
  }): Promise<string | null> {
    const inFolder = folder === FIRST_FOLDER ? { folder: { $in: [folder, null] } } : { folder };
    const named = { sourceId, 'files.name': name, ...inFolder } as Filter<ResultDoc>;
    const doc = await this.#docs.findOne(named, { sort: { _id: -1 } });
    const index = doc?.files?.findIndex((file) => file.name === name) ?? -1;
    return doc?.texts?.[index] ?? null;
  }

  /** Removes files whose time has ended; true when there may be more. */
  async removeOld(now: Date): Promise<boolean> {
    const { deletedCount } = await this.#docs.deleteMany({ removeAt: { $lte: now } });
    return deletedCount > 0;
  }
}
