import type { Collection, Db } from 'mongodb';
import { isDuplicateKey } from '../mongo/driver-errors.ts';
import { sealedRoots, sealedTexts } from './reseal.ts';
import type { SealedCollection } from './reseal.ts';

interface KeyCheckDoc {
  /** The id of the key. */
  _id: string;
  /** A known text that is sealed with it. */
  check: string;
}

const ENOUGH = 5;

/** The keys that a service has sealed with: a check of each, and the sealed texts in its collections. */
export class KeyCheckStore {
  readonly #docs: Collection<KeyCheckDoc>;
  readonly #sealed: readonly SealedCollection[];

  constructor(db: Db, sealed: readonly SealedCollection[]) {
    this.#docs = db.collection<KeyCheckDoc>('vault-keys');
    this.#sealed = sealed;
  }

  async find(keyId: string): Promise<string | undefined> {
    return (await this.#docs.findOne({ _id: keyId }))?.check;
  }

  /** Stores a check unless there is one, and returns the stored one. */
  async add(keyId: string, check: string): Promise<string> {
    await this.#docs.insertOne({ _id: keyId, check }).catch((error: unknown) => {
      if (!isDuplicateKey(error)) throw error;
    });
    return (await this.find(keyId)) ?? check;
  }

  /** A few texts that are sealed with a key; reads every document until it has found them, once for each key. */
  async sealedWith(keyId: string): Promise<{ recordId: string; sealed: string }[]> {
    const found: { recordId: string; sealed: string }[] = [];
    for (const { collection, fields } of this.#sealed) {
      const projection = Object.fromEntries(sealedRoots(fields).map((field) => [field, 1]));
      for await (const doc of collection.find({}, { projection })) {
        const texts = sealedTexts(doc, fields).filter(([, text]) => text.startsWith(`v1.${keyId}.`));
        found.push(...texts.map(([, sealed]) => ({ recordId: doc._id, sealed })));
        if (found.length >= ENOUGH) return found;
      }
    }
    return found;
  }
}
