import { BatchedFind } from '@estate/persistence';
import type { Collection } from '@estate/persistence';
import type { PropertyRecord } from '../domain/property.ts';
import { settledVersion } from '../domain/property-views.ts';
import type { Versioned } from '../domain/property-views.ts';
import { LIVE, recordsIn, toRecord } from './property-document.ts';
import type { PropertyDoc } from './property-document.ts';

const PROCESSED = { ...LIVE, processingStatus: { $ne: 'pending' as const } };

/** The present revision of a property; `isPending` as long as other services need not know it yet. */
export interface PresentRevision {
  id: string;
  revision: number;
  isPending: boolean;
}

type VersionedDoc = Versioned & Pick<PropertyDoc, '_id'>;

const VERSION_FIELDS: Record<keyof Versioned, 1> = { revision: 1, processingStatus: 1, updatedAt: 1 };

/** The revisions of the properties of all accounts, for those who compare them with their own. */
export class PropertyRevisions {
  readonly #docs: Collection<PropertyDoc>;
  readonly #versions: BatchedFind<VersionedDoc>;

  constructor(docs: Collection<PropertyDoc>) {
    this.#docs = docs;
    this.#versions = new BatchedFind(recordsIn<VersionedDoc>(docs, VERSION_FIELDS));
  }

  /** The `settledVersion` of a property of the account; undefined also when there is none. */
  async settled(key: { accountId: string; id: string }): Promise<string | undefined> {
    const doc = await this.#versions.find(key);
    return doc ? settledVersion(doc) : undefined;
  }

  /** Properties that do not exist are left out. */
  async of(ids: readonly string[]): Promise<PresentRevision[]> {
    const docs = await this.#docs
      .find(
        { _id: { $in: [...ids] }, ...LIVE },
        { projection: { revision: 1, processingStatus: 1, 'outbox.id': 1 } },
      )
      .toArray();
    return docs.map(({ _id, revision, processingStatus, outbox = [] }) => ({
      id: _id,
      revision,
      isPending: processingStatus === 'pending' || outbox.length > 0,
    }));
  }

  /** Returns the properties that are processed and have another revision than this. */
  async others(revisions: ReadonlyMap<string, number>): Promise<PropertyRecord[]> {
    const present = await this.#docs
      .find({ _id: { $in: [...revisions.keys()] }, ...PROCESSED }, { projection: { revision: 1 } })
      .toArray();
    const changed = present.filter(({ _id, revision }) => revisions.get(_id) !== revision);
    if (changed.length === 0) return [];
    const ids = changed.map(({ _id }) => _id);
    return (await this.#docs.find({ _id: { $in: ids }, ...PROCESSED }).toArray()).map(toRecord);
  }
}
