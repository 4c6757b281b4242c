import { Backfill } from '@estate/persistence';
import type { Collection, WalkDoc } from '@estate/persistence';
import { requestTerms } from './request-store.ts';
import type { RequestDoc } from './request-document.ts';
import type { TextStore } from './text-store.ts';

/** Younger requests may still be stored by a process of a version without search, or be on their way into the database. */
const SETTLED_MS = 600_000;

interface Parts {
  requests: Collection<RequestDoc>;
  texts: Pick<TextStore, 'read'>;
}

/** Gives their search terms to the requests that a version without search has stored. */
export const missingTerms = ({ requests, texts }: Parts, walks: Collection<WalkDoc>) =>
  new Backfill<RequestDoc>(requests, walks, {
    ...{ name: 'request-terms', settledMs: SETTLED_MS },
    lacking: { terms: { $exists: false }, erasing: { $exists: false } },
    change: async ({ _id, accountId, prospect, message, textId = '' }) => {
      const text = message ?? (await texts.read([textId])).get(textId) ?? '';
      return { seen: { _id, accountId }, update: { $set: { terms: requestTerms(prospect, text) } } };
    },
  });
