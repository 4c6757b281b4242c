import type { Bytes, Collection, Filter } from '@estate/persistence';
import type { ImportRecord } from '../domain/import.ts';
import { toRecord } from './import-document.ts';
import type { ImportDoc } from './import-document.ts';
import type { ImportProgress } from './import-progress.ts';

/** The limit of all sources of an account together. */
export const KEPT_BYTES_MAX = 1_000_000_000;

interface KeptParts {
  imports: Collection<ImportDoc>;
  progress: Pick<ImportProgress, 'unneeded'>;
  packages: Pick<Bytes, 'delete'>;
  /** The limit of the packages of an account that may have to be imported again. */
  repeatableBytesMax: number;
}

interface Kept {
  accountId: string;
  /** Only the package of one source. */
  queueId?: string;
}

type KeptDoc = Pick<ImportDoc, '_id' | 'queueId' | 'sizeBytes' | 'packageName' | 'packageKeptUntil'> &
  Pick<ImportDoc, 'sourceId' | 'state'>;

/**
 * The packages of ended imports: the newest of each source, so that other settings can be tried on it, and all for a while, so that they
 * can be imported again after a backup was restored.
 */
export class KeptPackages {
  readonly #imports: Collection<ImportDoc>;
  readonly #progress: KeptParts['progress'];
  readonly #packages: KeptParts['packages'];
  readonly #repeatableBytesMax: number;

  constructor({ imports, progress, packages, repeatableBytesMax }: KeptParts) {
    this.#repeatableBytesMax = repeatableBytesMax;
    this.#imports = imports;
    this.#progress = progress;
    this.#packages = packages;
  }

  /** The import whose package previews of a source read. */
  async newest(of: Required<Kept>): Promise<ImportRecord | null> {
    const doc = await this.#imports.findOne({ ...keptOf(of), state: 'finished' }, { sort: { _id: -1 } });
    return doc && toRecord(doc);
  }

  async bytesOf(accountId: string): Promise<number> {
    const docs = await this.#newestFirst({ accountId });
    return docs.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  }

  /** Keeps the newest package of each source, and those that may have to be imported again; the newest first, as long as there is space. */
  async trim(accountId: string, now: Date): Promise<void> {
    const forPreviews = newestOfEach();
    const repeatable = within(this.#repeatableBytesMax);
    const released = (await this.#newestFirst({ accountId })).filter((doc) => {
      const isForPreviews = forPreviews(doc);
      const isRepeatable =
        doc.packageKeptUntil !== undefined && doc.packageKeptUntil > now && repeatable(doc);
      return !isForPreviews && !isRepeatable;
    });
    await this.#release(released);
  }

  /** Releases packages of one account that need not be imported again any more; false when there are none. */
  async trimNext(now: Date): Promise<boolean> {
    const over = { packageKeptUntil: { $lte: now } };
    const doc = await this.#imports.findOne(over, { projection: { accountId: 1 } });
    if (!doc) return false;
    await this.trim(doc.accountId, now);
    const ofAccount = { accountId: doc.accountId, ...over };
    await this.#imports.updateMany(ofAccount, { $unset: { packageKeptUntil: '' } });
    return true;
  }

  /** The source is gone. */
  async releaseAll(of: Required<Kept>): Promise<void> {
    await this.#release(await this.#newestFirst(of));
  }

  #newestFirst(of: Kept): Promise<KeptDoc[]> {
    return this.#imports.find(keptOf(of), { projection: KEPT_FIELDS }).sort({ _id: -1 }).toArray();
  }

  /** A package that a preview still reads stays until the sweep. */
  async #release(docs: readonly Pick<ImportDoc, '_id' | 'packageName'>[]): Promise<void> {
    if (docs.length === 0) return;
    const ids = docs.map(({ _id }) => _id);
    await this.#imports.updateMany({ _id: { $in: ids } }, { $unset: RELEASED });
    for (const name of await this.#progress.unneeded(docs.map(({ packageName }) => packageName)))
      await this.#packages.delete(name);
  }
}

const keptOf = (of: Kept): Filter<ImportDoc> => ({ ...of, isPackageKept: true });

const RELEASED = { isPackageKept: '', packageKeptUntil: '' } as const;
const KEPT_FIELDS = { queueId: 1, sizeBytes: 1, packageName: 1, packageKeptUntil: 1, sourceId: 1, state: 1 };

/** Says of each package in turn whether it still fits. */
function within(bytesMax: number): (doc: KeptDoc) => boolean {
  let bytes = 0;
  return ({ sizeBytes }) => {
    const fits = bytes + sizeBytes <= bytesMax;
    if (fits) bytes += sizeBytes;
    return fits;
  };
}

/** The same for those that previews read. */
function newestOfEach(): (doc: KeptDoc) => boolean {
  const queues = new Set<string>();
  const fits = within(KEPT_BYTES_MAX);
  return (doc) => {
    if (doc.sourceId === undefined || doc.state !== 'finished' || queues.has(doc.queueId)) return false;
    queues.add(doc.queueId);
    return fits(doc);
  };
}
