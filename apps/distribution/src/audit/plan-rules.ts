import { before, ofDocument, unchanged } from '@estate/persistence';
import type { Collection, WalkRule } from '@estate/persistence';
import { nextPlanned } from '../domain/listing-times.ts';
import type { ListingDoc } from '../stores/listings/listing-document.ts';

const BEGUN_WITHIN_MS = 15 * 60_000;

/** Invariants of planned publications and their ends. */
export const planRules = (listings: Collection<ListingDoc>): WalkRule<ListingDoc>[] => [
  ofDocument<ListingDoc>(listings, {
    name: 'planned-times-begin',
    meaning: 'Properties are not published, or not taken down, at the planned time.',
    advice:
      'Planned times have passed, and their listings were not made due. Check whether the distribution runs (rek doctor).',
    isBroken: ({ state, plannedAt }, now) =>
      state === 'live' && plannedAt !== undefined && plannedAt < before(now, BEGUN_WITHIN_MS),
  }),
  ofDocument<ListingDoc>(listings, {
    name: 'planned-times-are-kept',
    meaning: 'Properties will not be published, or not be taken down, at the planned time.',
    advice: 'The next planned time of the listings is not stored. Store it again (rek repair).',
    isBroken: ({ state, plannedAt, ...times }, now) => {
      const next = nextPlanned(times, now);
      return state === 'live' && next !== undefined && (plannedAt === undefined || plannedAt > next);
    },
    seen: (doc) => unchanged(doc, ['state', 'plannedAt', 'publishFrom', 'publishUntil']),
    correction: (doc, now) => ({ $set: { plannedAt: nextPlanned(doc, now) ?? now } }),
  }),
];
