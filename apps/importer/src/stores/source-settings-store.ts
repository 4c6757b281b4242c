import type { UnlistedProperties } from '@estate/contracts';
import type { Collection } from '@estate/persistence';
import type { ImportRecord } from '../domain/import.ts';
import { readSettingsOf } from '../domain/source.ts';
import type { ListingRetry, SourceSettings } from '../domain/source.ts';

/** As much of an import source as imports need. */
export interface SourceSettingsDoc extends Omit<SourceSettings, 'id'> {
  _id: string;
  accountId: string;
  state: 'waiting' | 'active' | 'failing';
  lastImportId?: string;
  sender?: ImportRecord['software'];
  unlisted?: UnlistedProperties[];
  retry?: ListingRetry;
}

/** How an import ended. */
interface ImportEnd {
  importId: string;
  isReadable: boolean;
  /** The software that wrote its document, if it says so. */
  software?: ImportRecord['software'];
}

/** A source whose properties are to be listed again. */
interface Waiting {
  id: string;
  accountId: string;
  lastImportId?: string | undefined;
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
    const { targetIds, preventPublication, onSold, fallbackContact, maxRemovedShare, retry } = doc;
    const choices = {
      ...(preventPublication && { preventPublication }),
      ...(onSold && { onSold }),
      ...(fallbackContact && { fallbackContact }),
      ...readSettingsOf(doc),
      ...(retry && { retry }),
    };
    return { id, targetIds, maxRemovedShare, ...choices };
  }

  /** Saves what could not be listed, by target and reason. */
  async noteUnlisted(accountId: string, id: string, unlisted: UnlistedProperties[]): Promise<void> {
    await this.#docs.updateOne(
      { _id: id, accountId },
      unlisted.length > 0 ? { $set: { unlisted } } : { $unset: { unlisted: '' as const } },
    );
  }

  /** Asks for the properties that could not be listed to be tried again. */
  async askRetry(accountId: string, id: string, retry: ListingRetry): Promise<void> {
    await this.#docs.updateOne({ _id: id, accountId }, { $set: { retry } });
  }

  /** The same unless somebody has asked for it already. */
  async askRetryOnce(accountId: string, id: string, retry: ListingRetry): Promise<void> {
    const unasked = { _id: id, accountId, retry: { $exists: false } };
    await this.#docs.updateOne(unasked, { $set: { retry } });
  }

  /** A retry that was asked for meanwhile is still to be done. */
  async endRetry(accountId: string, id: string, { token }: ListingRetry): Promise<void> {
    await this.#docs.updateOne({ _id: id, accountId, 'retry.token': token }, { $unset: { retry: '' } });
  }

  /** The sources after an id with properties to list, for other reasons than these. */
  async withUnlisted(after: string, limit: number, except: readonly string[]): Promise<Waiting[]> {
    const unlisted = { $elemMatch: { targetId: { $exists: true }, code: { $nin: [...except] } } };
    const docs = await this.#docs
      .find({ unlisted, _id: { $gt: after } })
      .sort({ _id: 1 })
      .limit(limit)
      .toArray();
    return docs.map(({ _id: id, accountId, lastImportId }) => ({ id, accountId, lastImportId }));
  }

  /** Notes how the newest import of the source ended; an older one that ends later changes nothing. */
  async noteImport(accountId: string, id: string, ended: ImportEnd) {
    const { importId: lastImportId, isReadable, software } = ended;
    await this.#docs.updateOne(
      {
        ...{ _id: id, accountId },
        $or: [{ lastImportId: { $exists: false } }, { lastImportId: { $lte: lastImportId } }],
      },
      {
        $set: {
          ...{ lastImportId, state: isReadable ? 'active' : 'failing' },
          ...(software && { sender: software }),
        },
      },
    );
  }
}
