import {
  addressesIn,
  firstIdAt,
  personKeysOf,
  unchanged,
  withoutPerson,
  withoutWords,
} from '@estate/persistence';
import type { Collection } from '@estate/persistence';
import { requestTerms } from './request-store.ts';
import { keysOf } from './request-document.ts';
import type { Erasing, RequestDoc } from './request-document.ts';

/** A request that is to be erased. */
export type ErasedRequest = RequestDoc & { erasing: Erasing };

/** A removal of requests from an account: its time, and the erasure that asks for it. */
interface Taking {
  accountId: string;
  dueAt: Date;
  erasureId?: string;
}

type Redacted = Pick<
  RequestDoc,
  '_id' | 'accountId' | 'prospect' | 'propertyProvidedByPlatform' | 'handling'
>;

const OWNED_BY_NOBODY = '';

/** Requests that are being erased: first removed from their account, then without content, then removed. */
export class ErasedRequestStore {
  readonly #docs: Collection<RequestDoc>;

  constructor(docs: Collection<RequestDoc>) {
    this.#docs = docs;
  }

  /** Takes requests out of their account; returns how many were in it. */
  async take(ids: readonly string[], { accountId, dueAt, erasureId }: Taking): Promise<number> {
    const erasing: Erasing = { accountId, dueAt, ...(erasureId !== undefined && { erasureId }) };
    const { modifiedCount } = await this.#docs.updateMany(
      { _id: { $in: [...ids] }, accountId },
      { $set: { accountId: OWNED_BY_NOBODY, erasing }, $unset: { outbox: '' } },
    );
    return modifiedCount;
  }

  /** The requests that have been due the longest, without those of some accounts. */
  async due(now: Date, most: number, except: readonly string[] = []): Promise<ErasedRequest[]> {
    const others = except.length > 0 && { 'erasing.accountId': { $nin: [...except] } };
    const docs = await this.#docs
      .find({ 'erasing.dueAt': { $lte: now }, ...others })
      .sort({ 'erasing.dueAt': 1 })
      .limit(most)
      .toArray();
    return docs as ErasedRequest[];
  }

  /** Removes the content, and makes the rest due again. */
  async blank(ids: readonly string[], dueAt: Date): Promise<void> {
    await this.#docs.updateMany(
      { _id: { $in: [...ids] } },
      {
        $set: {
          message: '',
          prospect: {},
          propertyProvidedByPlatform: {},
          'erasing.isBlank': true,
          'erasing.dueAt': dueAt,
        },
        $unset: {
          textId: '',
          personKeys: '',
          hasAllKeys: '',
          noteKeys: '',
          terms: '',
          handling: '',
          outbox: '',
        },
      },
    );
  }

  async remove(ids: readonly string[]): Promise<void> {
    await this.#docs.deleteMany({ _id: { $in: [...ids] }, 'erasing.isBlank': true });
  }

  /** The requests of an account that refer to a text. */
  sharing(accountId: string, textId: string, most: number): Promise<RequestDoc[]> {
    return this.#docs.find({ textId, accountId }).limit(most).toArray();
  }

  /** True if any request refers to a text, also one that is to be erased. */
  async isInUse(textId: string): Promise<boolean> {
    return (await this.#docs.findOne({ textId }, { projection: { _id: 1 } })) !== null;
  }

  /** True if a request that is to be erased refers to a text. */
  async isBeingErased(textId: string): Promise<boolean> {
    const erased = { textId, accountId: OWNED_BY_NOBODY };
    return (await this.#docs.findOne(erased, { projection: { _id: 1 } })) !== null;
  }

  /**
   * Gives a request a note without these words and, where there is a text, a message of its own without them and without the addresses among
   * them elsewhere; does nothing when the request was handled meanwhile.
   */
  async redact(
    { _id, accountId, prospect, propertyProvidedByPlatform, handling }: Redacted,
    text: string | undefined,
    words: readonly string[],
  ): Promise<void> {
    const said = { prospect, propertyProvidedByPlatform };
    const left = text === undefined ? undefined : withoutPerson({ ...said, message: text }, words);
    const note = handling?.note === undefined ? undefined : withoutWords(handling.note, words);
    await this.#docs.updateOne(
      { _id, accountId, ...unchanged({ handling }, ['handling']) },
      {
        $set: {
          ...(left && {
            ...left,
            ...keysOf(accountId, left),
            terms: requestTerms(left.prospect, left.message),
          }),
          ...(note !== undefined && {
            'handling.note': note,
            noteKeys: personKeysOf(accountId, addressesIn(note)),
          }),
        },
        ...(left && { $unset: { textId: '' } }),
      },
    );
  }

  /** How many requests of the erasure of a person are left. */
  async left(erasureId: string): Promise<number> {
    return this.#docs.countDocuments({ 'erasing.erasureId': erasureId });
  }

  /** The ids of the oldest requests of an account that were made before a time. */
  async madeBefore(accountId: string, time: Date, most: number): Promise<string[]> {
    const docs = await this.#docs
      .find({ accountId, _id: { $lt: firstIdAt(time) } }, { projection: { _id: 1 } })
      .sort({ _id: 1 })
      .limit(most)
      .toArray();
    return docs.map(({ _id }) => _id);
  }

  /** The first account after an id that has requests. */
  async nextAccount(after: string): Promise<string | undefined> {
    const [doc] = await this.#docs
      .find({ accountId: { $gt: after } }, { projection: { accountId: 1 } })
      .sort({ accountId: 1, _id: 1 })
      .limit(1)
      .toArray();
    return doc?.accountId;
  }
}
