import { Backfill } from '@estate/persistence';
import type { Collection, WalkDoc } from '@estate/persistence';
import { contactTerms } from './contact-store.ts';
import type { ContactDoc } from './contact-store.ts';
import { LIVE } from './property-document.ts';

/** Younger contacts may still be on their way into the database while older ones are already there. */
const SETTLED_MS = 60_000;

/** Gives their search terms to the contacts that a version without a search for them has stored. */
export const missingTerms = (contacts: Collection<ContactDoc>, walks: Collection<WalkDoc>) =>
  new Backfill<ContactDoc>(contacts, walks, {
    ...{ name: 'contact-terms', settledMs: SETTLED_MS },
    lacking: { terms: { $exists: false }, ...LIVE },
    change: (doc) => ({
      seen: { _id: doc._id, revision: doc.revision },
      update: { $set: { terms: contactTerms(doc) } },
    }),
  });
