import { claim, leaseOf, releaseLease } from '@estate/persistence';
import type { ClaimOptions, Collection, Lease, Leased } from '@estate/persistence';
import type { Vault } from '@estate/vault';
import type { Consumer } from '../domain/authorization.ts';

/** The credentials that a platform gave a customer's application, under account and type in one; the secret is sealed. */
export interface ConsumerDoc extends Leased {
  accountId: string;
  type: string;
  key: string;
  sealedSecret: string;
  createdAt: Date;
  updatedAt: Date;
}

interface NewConsumer extends Consumer {
  accountId: string;
  type: string;
  at: Date;
}

const idOf = (accountId: string, type: string): string => `${accountId}:${type}`;

/** Consumer credentials, one an account and type of target; their secrets are sealed. */
export class ConsumerCredentialStore {
  readonly #docs: Collection<ConsumerDoc>;
  readonly #vault: Vault;

  constructor(docs: Collection<ConsumerDoc>, vault: Vault) {
    this.#docs = docs;
    this.#vault = vault;
  }

  async set({ accountId, type, key, secret, at }: NewConsumer): Promise<void> {
    const _id = idOf(accountId, type);
    const sealedSecret = this.#vault.seal(secret, _id);
    await this.#docs.updateOne(
      { _id },
      { $set: { accountId, type, key, sealedSecret, updatedAt: at }, $setOnInsert: { createdAt: at } },
      { upsert: true },
    );
  }

  async find(accountId: string, type: string): Promise<Consumer | undefined> {
    const doc = await this.#docs.findOne({ _id: idOf(accountId, type) });
    return doc ? { key: doc.key, secret: this.#vault.open(doc.sealedSecret, doc._id) } : undefined;
  }

  async keys(accountId: string): Promise<Map<string, string>> {
    const docs = await this.#docs.find({ accountId }, { projection: { type: 1, key: 1 } }).toArray();
    return new Map(docs.map(({ type, key }) => [type, key]));
  }

  /** The one right to publish for an account, which replicas share; null while another one has it. */
  async claimPublishing(accountId: string, type: string, options: ClaimOptions): Promise<Lease | null> {
    const doc = await claim(this.#docs, { _id: idOf(accountId, type) }, options);
    return doc && leaseOf(doc);
  }

  releasePublishing(lease: Lease): Promise<void> {
    return releaseLease(this.#docs, lease);
  }
}
