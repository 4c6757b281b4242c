import { newRequestId } from '@estate/observability';
import { walking } from '@estate/persistence';
import type { Invariant } from '@estate/persistence';
import { sentProperty } from '../domain/listing.ts';
import { takeSnapshot } from '../listings/take-snapshot.ts';
import type { ListingDoc } from '../stores/listings/listing-document.ts';
import type { AuditedListings } from './references.ts';

const UNKNOWN = {
  everUploaded: true,
  'property.externalId': { $exists: false },
  dueAt: { $exists: false },
} as const;

/** A deletion needs what was sent of a property. A listing that is due gets it from the catalog by itself. */
export const sentWalk = ({ bus, docs }: AuditedListings): Invariant[] =>
  walking<ListingDoc>({
    name: 'listings-sent',
    collection: docs,
    fields: ['state', 'everUploaded', 'property.externalId', 'dueAt'],
    rules: [
      {
        name: 'sent-listings-know-their-property',
        meaning: 'Once the property is deleted in the catalog, its object stays on the platform.',
        advice:
          'It is not stored what was sent of the properties. Store it again from the catalog (rek repair). If a property no longer exists, take its object down on the platform manually.',
        broken: (listings) =>
          listings
            .filter(({ state }) => state === 'live' || state === 'deleted')
            .filter(({ everUploaded, property, dueAt }) => everUploaded && !property?.externalId && !dueAt)
            .map(({ _id }) => _id),
        repair: async (ids) => {
          const repaired: string[] = [];
          for (const { _id, accountId, propertyId } of await docs
            .find({ ...UNKNOWN, _id: { $in: [...ids] } })
            .toArray()) {
            const snapshot = await takeSnapshot(
              propertyId,
              { accountId, requestId: newRequestId() },
              { bus },
            );
            if (!snapshot) continue;
            const known = { $set: { property: sentProperty(snapshot) } };
            if ((await docs.updateOne({ ...UNKNOWN, _id }, known)).modifiedCount === 1) repaired.push(_id);
          }
          return repaired;
        },
      },
    ],
  });
