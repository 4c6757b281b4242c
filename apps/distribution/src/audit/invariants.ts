import { before, matching, outboxSent, scanning } from '@estate/persistence';
import type { Collection, Invariant, OutboxDocument } from '@estate/persistence';
import type { ListingDoc } from '../stores/listings/listing-document.ts';
import type { LaneControls } from '../stores/targets/lane-controls.ts';
import type { TargetDoc } from '../stores/targets/target-document.ts';

const MINUTE_MS = 60_000;
const PUBLISHED_WITHIN_MS = 15 * MINUTE_MS;
const HALF_MADE_MS = 10 * MINUTE_MS;

interface Audited {
  listings: Collection<ListingDoc>;
  targets: Collection<TargetDoc>;
  lanes: Pick<LaneControls, 'stopped'>;
}

/** What must hold for everything the distribution stores. */
export function distributionInvariants({ listings, targets, lanes }: Audited): Invariant[] {
  return [
    {
      name: 'listings-worked-on-in-time',
      advice:
        'Listings wait to be published. Check whether the distribution runs (rek doctor), and add replicas.',
      broken: async (now) => {
        // What waits for a target that is stopped waits with reason.
        const $nin = [...(await lanes.stopped())];
        const late = { dueAt: { $lt: before(now, PUBLISHED_WITHIN_MS) }, targetId: { $nin } };
        return matching(listings, () => late)(now);
      },
    },
    {
      name: 'wishes-are-carried-out-or-due',
      advice:
        'The platform does not show the current state of the listings, and no publication is due. Retry them (POST /listings/{id}/retry).',
      broken: listingScan(listings, (doc) => doc.state === 'live' && isForgotten(doc)),
    },
    {
      name: 'deleted-listings-leave-their-platform',
      advice:
        'The deletion of these listings on their platform was abandoned. Ask the customer to correct the target (PUT /targets/{id}), or reconcile it (rek lanes reconcile); both retry all its listings. If the target is deleted, the objects stay on the platform.',
      broken: listingScan(listings, ({ state, dueAt }) => state === 'deleted' && dueAt === undefined),
    },
    {
      name: 'listings-have-a-target',
      advice: 'The targets of the listings no longer exist. Take the objects down from the platform by hand.',
      broken: scanning<ListingDoc>({
        collection: listings,
        fields: ['targetId', 'createdAt'],
        broken: (docs, now) => withoutTarget(docs, before(now, HALF_MADE_MS), targets),
      }),
    },
    {
      name: 'pending-listings-are-settled',
      advice: 'New listings wait for a check by the catalog. Check whether the catalog answers (rek doctor).',
      broken: matching(listings, (now) => ({ pendingSince: { $lt: before(now, HALF_MADE_MS) } })),
    },
    ...targetInvariants(targets),
    outboxSent(listings as unknown as Collection<OutboxDocument>),
  ];
}

const targetInvariants = (targets: Collection<TargetDoc>): Invariant[] => [
  {
    name: 'no-target-is-set-aside',
    advice:
      'Several processes in a row ended while they published to these targets (rek lanes list --state set_aside). The log of the distribution before lane.set-aside shows the cause. Fix it, then run rek lanes resume.',
    broken: matching(targets, () => ({ 'setAside.at': { $gt: new Date(0) } })),
  },
  {
    name: 'target-deletions-end',
    advice: 'Deletions of targets do not end. Check what the distribution logs (upkeep).',
    broken: matching(targets, (now) => ({ 'deleting.at': { $lt: before(now, HALF_MADE_MS) } })),
  },
];

const FIELDS = ['state', 'dueAt', 'wanted', 'doneVersion', 'lastError'] as const;
type Looked = Pick<ListingDoc, (typeof FIELDS)[number]>;

const listingScan = (listings: Collection<ListingDoc>, isBroken: (doc: Looked) => boolean) =>
  scanning<ListingDoc>({
    collection: listings,
    fields: FIELDS,
    broken: (docs) => docs.filter(isBroken).map(({ _id }) => _id),
  });

/** A wish that failed for good says so in its last error. */
const isForgotten = ({ dueAt, wanted, doneVersion, lastError }: Looked): boolean =>
  dueAt === undefined && doneVersion < wanted.version && lastError === undefined;

async function withoutTarget(
  docs: readonly ListingDoc[],
  madeBefore: Date,
  targets: Collection<TargetDoc>,
): Promise<string[]> {
  const older = docs.filter(({ createdAt }) => createdAt < madeBefore);
  const ids = [...new Set(older.map(({ targetId }) => targetId))];
  const known = await targets
    .find({ _id: { $in: ids } })
    .project<{ _id: string }>({ _id: 1 })
    .toArray();
  const present = new Set(known.map(({ _id }) => _id));
  return older.filter(({ targetId }) => !present.has(targetId)).map(({ _id }) => _id);
}
