import { createHmac, randomBytes } from 'node:crypto';
import type { Collection } from '@estate/persistence';
import type { Vault } from '@estate/vault';

export interface HashKeyDoc {
  _id: string;
  sealed: string;
}

const ID = 'person';
const KEY_BYTES = 32;

/** The key for hashing addresses of persons: created once, and sealed by the vault, so that a copy of the database does not reveal it. */
export class HashKeyStore {
  readonly #docs: Collection<HashKeyDoc>;
  readonly #vault: Pick<Vault, 'seal' | 'open'>;

  constructor(docs: Collection<HashKeyDoc>, vault: Pick<Vault, 'seal' | 'open'>) {
    this.#docs = docs;
    this.#vault = vault;
  }

  async hash(accountId: string, address: string): Promise<string> {
    const key = await this.#key();
    return createHmac('sha256', key).update(`${accountId}\n${address}`).digest('base64url');
  }

  async #key(): Promise<Buffer> {
    const sealed = this.#vault.seal(randomBytes(KEY_BYTES).toString('base64'), ID);
    const doc = await this.#docs.findOneAndUpdate(
      { _id: ID },
      { $setOnInsert: { sealed } },
      { upsert: true, returnDocument: 'after' },
    );
    return Buffer.from(this.#vault.open(doc?.sealed ?? sealed, ID), 'base64');
  }
}
