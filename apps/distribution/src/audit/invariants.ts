import { before, matching, outboxSent, scanning } from '@estate/persistence';
import type { Invariant, Collection, Db } from '@estate/persistence';
import { listingCollection, listingOutbox } from '../stores/listing-store.ts';
import type { ListingDoc } from '../stores/listing-store.ts';
import { stoppedTargets } from '../stores/stopped-targets.ts';
import type { TargetDoc } from '../stores/target-store.ts';

const MINUTE_MS = 60_000;
const PUBLISHED_WITHIN_MS = 15 * MINUTE_MS;
const HALF_MADE_MS = 10 * MINUTE_MS;

type Looked = Pick<
  ListingDoc,
  '_id' | 'state' | 'dueAt' | 'wanted' | 'doneVersion' | 'lastError' | 'targetId' | 'createdAt'
>;

/** What must hold for everything the distribution stores. */
export function distributionInvariants(db: Db): Invariant[] {
  const listings = listingCollection(db);
  const targets = db.collection<TargetDoc>('targets');
  return [
    {
      name: 'listings-worked-on-in-time',
      advice:
        'Listings wait for their lane: look whether a distribution runs (rek doctor), and start more of them.',
      broken: async (now) => {
        // What waits for a target that is stopped waits with reason.
        const $nin = [...(await stoppedTargets(targets))];
        const late = { dueAt: { $lt: before(now, PUBLISHED_WITHIN_MS) }, targetId: { $nin } };
        return matching(listings, () => late)(now);
      },
    },
    {
      name: 'wishes-are-carried-out-or-due',
      advice:
        'What the customer wants and what the platform shows differ, and nothing is due: POST /listings/{id}/retry.',
      broken: listingScan(listings, (doc) => doc.state === 'live' && isForgotten(doc)),
    },
    {
      name: 'deleted-listings-leave-their-platform',
      advice:
        'Taking the listings off their platform was given up. Have the customer correct the target (PUT /targets/{id}), or reconcile its lane (rek lanes reconcile): everything of it is tried again. Deleting the target ends it and leaves the objects there.',
      broken: listingScan(listings, ({ state, dueAt }) => state === 'deleted' && dueAt === undefined),
    },
    {
      name: 'listings-have-a-target',
      advice: 'The targets of the listings are gone: their objects must be taken off the platform by hand.',
      broken: scanning<Looked>({
        collection: listings as never,
        fields: ['targetId', 'createdAt'],
        broken: (docs, now) => withoutTarget(docs, before(now, HALF_MADE_MS), targets),
      }),
    },
    {
      name: 'pending-listings-are-settled',
      advice: 'Half-made listings are not settled: look whether the catalog answers (rek doctor).',
      broken: matching(listings, (now) => ({ pendingSince: { $lt: before(now, HALF_MADE_MS) } })),
    },
    ...targetInvariants(targets),
    outboxSent(listingOutbox(db)),
  ];
}

const targetInvariants = (targets: Collection<TargetDoc>): Invariant[] => [
  {
    name: 'no-target-is-set-aside',
    advice:
      'Processes died in a row while they published to these targets (rek lanes list --state set_aside). Look for how in the log of the distribution before lane.set-aside, repair it, then rek lanes resume.',
    broken: matching(targets, () => ({ 'setAside.at': { $gt: new Date(0) } })),
  },
  {
    name: 'target-deletions-end',
    advice:
      'Deletions of targets are neither ended nor taken back: look at what the distribution logs (upkeep).',
    broken: matching(targets, (now) => ({ 'deleting.at': { $lt: before(now, HALF_MADE_MS) } })),
  },
];

const FIELDS = ['state', 'dueAt', 'wanted', 'doneVersion', 'lastError'] as const;

const listingScan = (listings: Collection<ListingDoc>, isBroken: (doc: Looked) => boolean) =>
  scanning<Looked>({
    collection: listings as never,
    fields: FIELDS,
    broken: (docs) => docs.filter(isBroken).map(({ _id }) => _id),
  });

/** A wish that failed for good says so in its last error. */
const isForgotten = ({ dueAt, wanted, doneVersion, lastError }: Looked): boolean =>
  dueAt === undefined && doneVersion < wanted.version && lastError === undefined;

async function withoutTarget(
  docs: readonly Looked[],
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
