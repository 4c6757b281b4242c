import { Backfill } from '@estate/persistence';
import type { Collection, WalkDoc } from '@estate/persistence';
import { NAMED_WITH_PERSONS, sourceOf } from '../domain/event-persons.ts';
import { toEnvelope } from '../domain/event.ts';
import type { EventDoc } from '../stores/event-store.ts';
import { personKeysIn } from '../stores/person-keys-in.ts';

/** Younger events may still be stored by a process of a version without keys. */
const SETTLED_MS = 600_000;

/** Gives the keys of persons to the events that a version without them has stored. */
export const personKeyBackfill = (events: Collection<EventDoc>, walks: Collection<WalkDoc>) =>
  new Backfill<EventDoc>(events, walks, {
    name: 'event-person-keys',
    settledMs: SETTLED_MS,
    lacking: { ...NAMED_WITH_PERSONS, personKeys: { $exists: false } },
    change: (doc) => {
      const { eventPayload } = toEnvelope({ id: doc._id, ...doc });
      const update = { $set: { ...sourceOf(doc.eventName, eventPayload), ...personKeysIn(doc) } };
      return { seen: { _id: doc._id }, update };
    },
  });
