import { reseal } from '@estate/persistence';
import type { Collection, Db, Resealer, Resealing, SealedCollection } from '@estate/persistence';
import type { AuthorizationRecord } from '../domain/authorization.ts';
import type { ConsumerRecord } from '../domain/consumer-credentials.ts';
import type { TargetRecord } from '../domain/target.ts';

/** Everything that this service has sealed, in all its collections. */
export class SealedSecrets {
  readonly collections: readonly SealedCollection[];

  constructor(db: Db) {
    const named = (name: string) => db.collection<{ _id: string }>(name) as Collection<{ _id: string }>;
    this.collections = [
      {
        collection: named('targets'),
        fields: ['sealedPassword', 'authorization.grant'],
        sealed: (doc) => {
          const { sealedPassword, authorization } = doc as TargetRecord;
          return {
            sealedPassword,
            'authorization.grant.sealedToken': authorization?.grant?.sealedToken,
            'authorization.grant.sealedSecret': authorization?.grant?.sealedSecret,
          };
        },
      },
      {
        collection: named('consumer-credentials'),
        fields: ['sealedSecret'],
        sealed: (doc) => ({ sealedSecret: (doc as ConsumerRecord).sealedSecret }),
      },
      {
        collection: named('authorizations'),
        fields: ['sealedRequestSecret'],
        sealed: (doc) => ({ sealedRequestSecret: (doc as AuthorizationRecord).sealedRequestSecret }),
      },
    ];
  }

  /** Seals the next of them with the current key. */
  reseal(vault: Resealer, after?: string): Promise<Resealing> {
    return reseal(this.collections, vault, after);
  }
}
