import { Backfill } from '@estate/persistence';
import type { Collection, WalkDoc } from '@estate/persistence';
import { keysOf } from '../stores/request-document.ts';
import type { RequestDoc } from '../stores/request-document.ts';

/** Younger requests may still be stored by a process of a version without all keys, or be on their way into the database. */
const SETTLED_MS = 600_000;

/** Gives the keys of persons to the requests that a version with keys of fewer texts has stored. */
export const personKeyBackfill = (requests: Collection<RequestDoc>, walks: Collection<WalkDoc>) =>
  new Backfill<RequestDoc>(requests, walks, {
    ...{ name: 'request-person-keys-of-all-texts', settledMs: SETTLED_MS },
    lacking: { hasAllKeys: { $exists: false }, erasing: { $exists: false } },
    change: (doc) => {
      const { _id, accountId } = doc;
      return { seen: { _id, accountId }, update: { $set: keysOf(accountId, doc) } };
    },
  });
