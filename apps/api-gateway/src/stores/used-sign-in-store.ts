import { isDuplicateKey } from '@estate/persistence';
import type { Collection } from '@estate/persistence';

export interface UsedSignInDoc {
  _id: string;
  expiresAt: Date;
}

/** Started sign-ins that the provider has answered; kept until they would have expired anyway. */
export class UsedSignInStore {
  readonly #docs: Collection<UsedSignInDoc>;

  constructor(docs: Collection<UsedSignInDoc>) {
    this.#docs = docs;
  }

  /** True for the first use, over all replicas. */
  async use(id: string, expiresAt: Date): Promise<boolean> {
    try {
      await this.#docs.insertOne({ _id: id, expiresAt });
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }
}
