import type { Collection } from '@estate/persistence';
import type { SourceSettings } from '../domain/source.ts';

/** As much of an import source as imports need. */
export interface SourceSettingsDoc extends Omit<SourceSettings, 'id'> {
  _id: string;
  accountId: string;
  state: 'waiting' | 'active' | 'failing';
  lastImportId?: string;
}

/** The import sources, as imports see them. */
export class SourceSettingsStore {
  readonly #docs: Collection<SourceSettingsDoc>;

  constructor(docs: Collection<SourceSettingsDoc>) {
    this.#docs = docs;
  }

  async find(accountId: string, id: string): Promise<SourceSettings | null> {
    const doc = await this.#docs.findOne({ _id: id, accountId });
    if (doc === null) return null;
    const { targetIds, preventPublication, maxRemovedShare } = doc;
    return { id, targetIds, maxRemovedShare, ...(preventPublication && { preventPublication }) };
  }

  /** Notes how the newest import of the source ended; an older one that ends later changes nothing. */
  async noteImport(accountId: string, id: string, ended: { importId: string; isReadable: boolean }) {
    const { importId: lastImportId, isReadable } = ended;
    await this.#docs.updateOne(
      {
        ...{ _id: id, accountId },
        $or: [{ lastImportId: { $exists: false } }, { lastImportId: { $lte: lastImportId } }],
      },
      { $set: { lastImportId, state: isReadable ? 'active' : 'failing' } },
    );
  }
}
