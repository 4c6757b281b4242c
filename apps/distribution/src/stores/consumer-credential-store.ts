import { claim, ensureIndexes, leaseOf, releaseLease } from '@estate/persistence';
import type { ClaimOptions, Collection, Db, Lease, Leased } from '@estate/persistence';
import type { Vault } from '@estate/vault';
import { consumerId } from '../domain/consumer-credentials.ts';
import type { Consumer, ConsumerRecord } from '../domain/consumer-credentials.ts';

type ConsumerDoc = ConsumerRecord & Leased;

interface Given extends Consumer {
  accountId: string;
  type: string;
  at: Date;
}

/** Consumer credentials, one an account and type of target; their secrets are sealed. */
export class ConsumerCredentialStore {
  readonly #docs: Collection<ConsumerDoc>;
  readonly #vault: Vault;

  constructor(db: Db, vault: Vault) {
    this.#docs = db.collection<ConsumerDoc>('consumer-credentials');
    this.#vault = vault;
  }

  async prepare(): Promise<void> {
    await ensureIndexes(this.#docs, [{ key: { accountId: 1 }, name: 'account' }]);
  }

  async set({ accountId, type, key, secret, at }: Given): Promise<void> {
    const _id = consumerId(accountId, type);
    const sealedSecret = this.#vault.seal(secret, _id);
    await this.#docs.updateOne(
      { _id },
      { $set: { accountId, type, key, sealedSecret, updatedAt: at }, $setOnInsert: { createdAt: at } },
      { upsert: true },
    );
  }

  async find(accountId: string, type: string): Promise<Consumer | undefined> {
    const doc = await this.#docs.findOne({ _id: consumerId(accountId, type) });
    return doc ? { key: doc.key, secret: this.#vault.open(doc.sealedSecret, doc._id) } : undefined;
  }

  async keys(accountId: string): Promise<Map<string, string>> {
    const docs = await this.#docs.find({ accountId }, { projection: { type: 1, key: 1 } }).toArray();
    return new Map(docs.map(({ type, key }) => [type, key]));
  }

  /** The one right to publish for an account that several replicas share; null while another one has it. */
  async takeTurn(accountId: string, type: string, options: ClaimOptions): Promise<Lease | null> {
    const doc = await claim(this.#docs, { _id: consumerId(accountId, type) }, options);
    return doc && leaseOf(doc);
  }

  endTurn(lease: Lease): Promise<void> {
    return releaseLease(this.#docs, lease);
  }
}
