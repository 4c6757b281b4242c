import { before, dueWithinSchedule, matching } from '@estate/persistence';
import type { Collection, Invariant } from '@estate/persistence';
import { LONGEST_REFUSAL_MS } from '../domain/publication.ts';
import type { ListingTimeline } from '../stores/listing-timeline.ts';
import type { ListingDoc } from '../stores/listings/listing-document.ts';
import type { LaneControls } from '../stores/targets/lane-controls.ts';
import type { UnknownObjectStore } from '../stores/unknown-object-store.ts';
import type { TargetDoc } from '../stores/targets/target-document.ts';
import { listingWalk } from './listing-walk.ts';
import { targetWalk } from './target-walk.ts';

const MINUTE_MS = 60_000;
const PUBLISHED_WITHIN_MS = 15 * MINUTE_MS;
const HALF_MADE_MS = 10 * MINUTE_MS;

export interface Audited {
  listings: Collection<ListingDoc>;
  targets: Collection<TargetDoc>;
  lanes: Pick<LaneControls, 'stopped'>;
  timelines: Pick<ListingTimeline, 'add'>;
  unknownObjects: Pick<UnknownObjectStore, 'ids'>;
  /** How far ahead listings and lanes are planned. */
  longestPauseMs: number;
}

/** The invariants of listings. */
export function listingInvariants(audited: Audited): Invariant[] {
  const { listings, targets, lanes, longestPauseMs: longestMs } = audited;
  return [
    {
      name: 'listings-worked-on-in-time',
      meaning: 'Platforms do not show the current state of the properties.',
      advice:
        'Listings are waiting to be published. Check whether the distribution runs (rek doctor), and add replicas.',
      broken: async (pass) => {
        // Listings of a stopped target may wait.
        const $nin = [...(await lanes.stopped())];
        const late = { dueAt: { $lt: before(pass.now, PUBLISHED_WITHIN_MS) }, targetId: { $nin } };
        return matching(listings, () => late)(pass);
      },
    },
    dueWithinSchedule(
      listings,
      { dueAt: 'dueAt', longestMs },
      {
        name: 'listings-due-within-schedule',
        meaning: 'Platforms do not show the current state of the properties.',
      },
    ),
    dueWithinSchedule(
      listings,
      { dueAt: 'stillOnline.againAt', longestMs: LONGEST_REFUSAL_MS },
      {
        name: 'refused-deletions-due-within-schedule',
        meaning: 'Platforms show properties that the customer has taken down until that time.',
      },
    ),
    ...listingWalk(listings, targets),
    {
      name: 'pending-listings-are-settled',
      meaning: 'The listings were never accepted, and a new one for the same property and target is refused.',
      advice:
        'New listings are waiting for a check by the catalog. Check whether the catalog responds (rek doctor).',
      broken: matching(listings, (now) => ({ pendingSince: { $lt: before(now, HALF_MADE_MS) } })),
    },
  ];
}

export const noneUnknown = (unknownObjects: Pick<UnknownObjectStore, 'ids'>): Invariant => ({
  name: 'published-objects-are-known',
  meaning: 'Platforms show objects that the customer can neither change nor delete.',
  advice:
    'These objects were published after the restored backup was made and have no listing. Take them down (rek unknown take-down), or ask the customer to create the listings again.',
  broken: () => unknownObjects.ids(),
});

/** The invariants of targets. */
export const targetInvariants = ({ targets, timelines, longestPauseMs: longestMs }: Audited): Invariant[] => [
  ...targetWalk(targets, timelines),
  {
    name: 'no-target-is-set-aside',
    meaning: 'Nothing is published to these targets.',
    advice:
      'Several processes in a row ended while they published to these targets (rek lanes list --state set_aside). The log of the distribution before lane.set-aside shows the cause. Fix the cause, then run rek lanes resume.',
    broken: matching(targets, () => ({ 'setAside.at': { $gt: new Date(0) } })),
  },
  {
    name: 'target-deletions-end',
    meaning: 'The targets cannot be deleted, and no listings can be added to them.',
    advice: 'Deletions of targets do not finish. Check the log of the distribution (upkeep).',
    broken: matching(targets, (now) => ({ 'deleting.at': { $lt: before(now, HALF_MADE_MS) } })),
  },
  dueWithinSchedule(
    targets,
    { dueAt: 'retryAt', longestMs },
    {
      name: 'lanes-wait-within-schedule',
      meaning: 'Nothing is published to these targets until that time.',
    },
  ),
];
