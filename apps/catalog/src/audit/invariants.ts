import { before, matching, outboxSent, scanning } from '@estate/persistence';
import type { Invariant, Collection, OutboxDocument } from '@estate/persistence';
import type { ContactDoc } from '../stores/contact-store.ts';
import type { PropertyDoc } from '../stores/property-document.ts';

const MINUTE_MS = 60_000;
const PROCESSED_WITHIN_MS = 15 * MINUTE_MS;
const CONTACT_FOLLOWED_WITHIN_MS = 10 * MINUTE_MS;

interface Collections {
  properties: Collection<PropertyDoc>;
  contacts: Collection<ContactDoc>;
}

/** What must hold for everything the catalog stores. */
export const catalogInvariants = ({ properties, contacts }: Collections): Invariant[] => [
  {
    name: 'properties-processed-in-time',
    advice:
      'Properties wait for processing. Check whether the catalog runs and what it logs (property.processing), and add replicas.',
    broken: matching(properties, (now) => ({
      'processing.dueAt': { $lt: before(now, PROCESSED_WITHIN_MS) },
    })),
  },
  {
    name: 'pending-properties-are-due',
    advice: 'The properties are stuck. Their customers must send them again (PUT /properties/{id}).',
    broken: scanning({
      collection: properties,
      fields: ['processingStatus', 'processing', 'removeWhenSent'],
      broken: (docs) => docs.filter(isStuck).map(({ _id }) => _id),
    }),
  },
  {
    name: 'named-contacts-exist',
    advice:
      'The contacts were deleted, but the properties still refer to them. Redrive the dead letters of catalog-on-contact-changed (rek dead-letters redrive).',
    broken: scanning({
      collection: properties,
      fields: ['contactId', 'removeWhenSent', 'updatedAt'],
      broken: (docs, now) => withoutContact(docs, before(now, CONTACT_FOLLOWED_WITHIN_MS), contacts),
    }),
  },
  ...[properties, contacts].map((collection) =>
    outboxSent(collection as unknown as Collection<OutboxDocument>),
  ),
];

const isStuck = ({
  processingStatus,
  processing,
  removeWhenSent,
}: Pick<PropertyDoc, 'processingStatus' | 'processing' | 'removeWhenSent'>): boolean =>
  processingStatus === 'pending' && processing.dueAt === undefined && removeWhenSent === undefined;

async function withoutContact(
  docs: readonly Pick<PropertyDoc, '_id' | 'contactId' | 'removeWhenSent' | 'updatedAt'>[],
  changedBefore: Date,
  contacts: Collection<ContactDoc>,
): Promise<string[]> {
  const naming = docs.filter(
    ({ contactId, removeWhenSent, updatedAt }) =>
      contactId !== undefined && removeWhenSent === undefined && updatedAt < changedBefore,
  );
  const ids = [...new Set(naming.flatMap(({ contactId }) => contactId ?? []))];
  const known = await contacts
    .find({ _id: { $in: ids } })
    .project<{ _id: string }>({ _id: 1 })
    .toArray();
  const present = new Set(known.map(({ _id }) => _id));
  return naming.filter(({ contactId }) => !present.has(contactId ?? '')).map(({ _id }) => _id);
}
