import { reseal } from '@estate/persistence';
import type { Resealer, Resealing, SealedCollection } from '@estate/persistence';

/** Everything that this service has sealed, in all its collections. */
export class SealedSecrets {
  readonly collections: readonly SealedCollection[];

  constructor(stores: readonly { sealed: SealedCollection }[]) {
    this.collections = stores.map(({ sealed }) => sealed);
  }

  /** Seals the next of them with the current key. */
  reseal(vault: Resealer, after?: string): Promise<Resealing> {
    return reseal(this.collections, vault, after);
  }
}
