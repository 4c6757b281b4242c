import type { Bytes, Collection, Filter } from '@estate/persistence';
import type { ImportRecord } from '../domain/import.ts';
import { toRecord } from './import-document.ts';
import type { ImportDoc } from './import-document.ts';
import type { ImportProgress } from './import-progress.ts';

/** Of all sources of an account together. */
export const KEPT_BYTES_MAX = 1_000_000_000;

interface KeptParts {
  imports: Collection<ImportDoc>;
  progress: Pick<ImportProgress, 'unneeded'>;
  packages: Pick<Bytes, 'delete'>;
}

interface Kept {
  accountId: string;
  /** Only the package of one source. */
  queueId?: string;
}

/** The newest package of each source, which is kept so that other settings can be tried on it. */
export class KeptPackages {
  readonly #imports: Collection<ImportDoc>;
  readonly #progress: KeptParts['progress'];
  readonly #packages: KeptParts['packages'];

  constructor({ imports, progress, packages }: KeptParts) {
    this.#imports = imports;
    this.#progress = progress;
    this.#packages = packages;
  }

  /** The import whose package is kept for a source. */
  async newest(of: Required<Kept>): Promise<ImportRecord | null> {
    const doc = await this.#imports.findOne(keptOf(of), { sort: { _id: -1 } });
    return doc && toRecord(doc);
  }

  async bytesOf(accountId: string): Promise<number> {
    const docs = await this.#newestFirst({ accountId });
    return docs.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  }

  /** Keeps the newest package of each source, the newest first, as long as there is space. */
  async trim(accountId: string): Promise<void> {
    const queues = new Set<string>();
    let bytes = 0;
    const released = (await this.#newestFirst({ accountId })).filter(({ queueId, sizeBytes }) => {
      const isKept = !queues.has(queueId) && bytes + sizeBytes <= KEPT_BYTES_MAX;
      queues.add(queueId);
      if (isKept) bytes += sizeBytes;
      return !isKept;
    });
    await this.#release(released);
  }

  /** The source is gone. */
  async releaseAll(of: Required<Kept>): Promise<void> {
    await this.#release(await this.#newestFirst(of));
  }

  #newestFirst(of: Kept) {
    return this.#imports
      .find(keptOf(of), { projection: { queueId: 1, sizeBytes: 1, packageName: 1 } })
      .sort({ _id: -1 })
      .toArray();
  }

  /** A package that a preview still reads stays until the sweep. */
  async #release(docs: readonly Pick<ImportDoc, '_id' | 'packageName'>[]): Promise<void> {
    if (docs.length === 0) return;
    const ids = docs.map(({ _id }) => _id);
    await this.#imports.updateMany({ _id: { $in: ids } }, { $unset: { isPackageKept: '' } });
    for (const name of await this.#progress.unneeded(docs.map(({ packageName }) => packageName)))
      await this.#packages.delete(name);
  }
}

const keptOf = (of: Kept): Filter<ImportDoc> => ({ ...of, isPackageKept: true });
