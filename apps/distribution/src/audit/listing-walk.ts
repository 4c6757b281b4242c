import {
  isDuplicateKey,
  ofDocument,
  referenceFields,
  referenceRules,
  termsOf,
  unchanged,
  walking,
} from '@estate/persistence';
import type { Collection, Invariant, WalkRule } from '@estate/persistence';
import { standingOf } from '../domain/listing-standing.ts';
import type { ListingDoc } from '../stores/listings/listing-document.ts';
import { planRules } from './plan-rules.ts';
import { listingReferences } from './references.ts';
import type { TargetDoc } from '../stores/targets/target-document.ts';

const FIELDS = [
  ...['accountId', 'targetId', 'state', 'standing', 'terms', 'summary', 'dueAt', 'wanted', 'doneVersion'],
  ...['lastError', 'published', 'everUploaded', 'preventPublication', 'lastPublishedAt', 'pendingSince'],
  ...['intent', 'sequence', 'createdAt', 'withheld', 'publishFrom', 'publishUntil', 'plannedAt'],
  ...['stillOnline', 'counts', 'remote.objectId'],
];

/** Invariants of listings, alone or together with their target. */
export const listingWalk = (
  listings: Collection<ListingDoc>,
  targets: Collection<TargetDoc>,
): Invariant[] => {
  const references = listingReferences(targets);
  return walking<ListingDoc>({
    collection: listings,
    fields: [...FIELDS, ...referenceFields(references)],
    rules: [
      wishIsDue(listings),
      takeDownIsCarriedOut(listings),
      deletionIsPlanned(listings),
      ...planRules(listings),
      isListedAsItStands(listings),
      isFoundByItsWords(listings),
      ...referenceRules(references),
      countsOnce(listings),
      ownsItsObject(listings),
      pendingHasATime(listings),
      versionsAgree(listings),
      shownWasSent(listings),
    ],
  });
};

/** The last error of a listing shows that no further attempt is made. */
const wishIsDue = (listings: Collection<ListingDoc>): WalkRule<ListingDoc> =>
  ofDocument<ListingDoc>(listings, {
    name: 'wishes-are-carried-out-or-due',
    meaning: 'The platform does not show the current state of the properties, and it will not be published.',
    advice: 'No publication of the listings is due. Make them due (rek repair).',
    isBroken: ({ state, dueAt, wanted, doneVersion, lastError }) =>
      state === 'live' && dueAt === undefined && doneVersion < wanted.version && lastError === undefined,
    seen: (doc) => ({
      ...unchanged(doc, ['state', 'dueAt', 'doneVersion', 'lastError']),
      'wanted.version': doc.wanted.version,
    }),
    correction: (_doc, now) => ({ $set: { dueAt: now } }),
  });

/** Deletions, and listings whose planned end has passed or whose property is sold. */
const takeDownIsCarriedOut = (listings: Collection<ListingDoc>): WalkRule<ListingDoc> =>
  ofDocument<ListingDoc>(listings, {
    name: 'deleted-listings-leave-their-platform',
    meaning:
      'The platform still shows properties that the customer has taken down, that are sold, or whose planned end has passed.',
    advice:
      'The platform refuses to take these listings off. The service tries again within a day; the timeline of the property shows the reason and the time. Ask the customer to correct the target (PUT /targets/{id}), or reconcile it (rek lanes reconcile): both try again now. If the target is deleted, the objects stay on the platform.',
    isBroken: ({ state, stillOnline }) =>
      (state === 'deleted' || state === 'live') && stillOnline !== undefined,
  });

const deletionIsPlanned = (listings: Collection<ListingDoc>): WalkRule<ListingDoc> =>
  ofDocument<ListingDoc>(listings, {
    name: 'deletions-are-carried-out-or-planned',
    meaning:
      'The platform still shows properties that the customer has taken down, and no attempt is planned.',
    advice:
      'An earlier version abandoned these deletions, or the documents were changed manually. Try them again (rek repair).',
    isBroken: ({ state, dueAt, stillOnline }) =>
      state === 'deleted' && dueAt === undefined && stillOnline === undefined,
    seen: (doc) => unchanged(doc, ['state', 'dueAt', 'stillOnline']),
    correction: (_doc, now) => ({ $set: { dueAt: now } }),
  });

/** Listings that are not live are in no list. */
const isListedAsItStands = (listings: Collection<ListingDoc>): WalkRule<ListingDoc> =>
  ofDocument<ListingDoc>(listings, {
    name: 'listings-are-listed-as-they-stand',
    meaning: 'Lists by state show the listings in a wrong state.',
    advice: 'The stored state of the listings differs from their actual state. Store it again (rek repair).',
    isBroken: ({ state, standing, ...progress }) =>
      standing !== (state === 'live' ? standingOf(progress) : undefined),
    seen: (doc) =>
      unchanged(doc, [
        'state',
        'standing',
        'published',
        'preventPublication',
        'lastError',
        'lastPublishedAt',
        'withheld',
      ]),
    correction: (doc) =>
      doc.state === 'live'
        ? { $set: { standing: standingOf(doc) } }
        : { $unset: { standing: '', terms: '' } },
  });

const wordsOf = ({ summary }: Pick<ListingDoc, 'summary'>): string[] =>
  summary ? termsOf(summary.title, summary.city, summary.externalId) : [];

const isFoundByItsWords = (listings: Collection<ListingDoc>): WalkRule<ListingDoc> =>
  ofDocument<ListingDoc>(listings, {
    name: 'listings-are-found-by-their-words',
    meaning: 'Searches do not find the listings, or find them by outdated words.',
    advice: 'The stored search terms differ from the listings. Store them again (rek repair).',
    isBroken: (doc) =>
      doc.state === 'live' &&
      doc.summary !== undefined &&
      new Set(doc.terms ?? []).symmetricDifference(new Set(wordsOf(doc))).size > 0,
    seen: (doc) => unchanged(doc, ['state', 'summary', 'terms']),
    correction: (doc) => ({ $set: { terms: wordsOf(doc) } }),
  });

/** The index that keeps a property from being listed twice on a target knows only the listings that count. */
const countsOnce = (listings: Collection<ListingDoc>): WalkRule<ListingDoc> => {
  const isBroken = ({ state, counts }: ListingDoc) => (state === 'live' || state === 'pending') && !counts;
  return {
    name: 'listings-count',
    meaning: 'The property can be listed twice on the same target.',
    advice:
      'These listings are not counted. Count them (rek repair). If another listing of the same property and target counts, ask the customer which one to delete.',
    broken: (docs) => docs.filter(isBroken).map(({ _id }) => _id),
    repair: async (ids) => {
      const repaired: string[] = [];
      for (const _id of ids) {
        const uncounted = {
          _id,
          state: { $in: ['live' as const, 'pending' as const] },
          counts: { $ne: true as const },
        };
        const counted = await listings
          .updateOne(uncounted, { $set: { counts: true } })
          .catch(ignoreDuplicate);
        if (counted?.modifiedCount === 1) repaired.push(_id);
      }
      return repaired;
    },
  };
};

/** Another listing counts already: a person decides. */
function ignoreDuplicate(error: unknown): undefined {
  if (!isDuplicateKey(error)) throw error;
}

/** Only of what is not on its way off: a listing can take over the object of the deletion before it. */
const ownsItsObject = (listings: Collection<ListingDoc>): WalkRule<ListingDoc> => ({
  name: 'listings-own-their-object',
  meaning:
    'When one of the listings is deleted, the object of another listing disappears, and its own one stays online.',
  advice:
    'An older listing of the target has the same object on the platform. Find out on the platform which property it shows, then ask the customer to delete and create the other listing again.',
  broken: async (docs) => {
    const live = docs.filter(({ state, remote }) => state === 'live' && remote?.objectId !== undefined);
    const targetIds = [...new Set(live.map(({ targetId }) => targetId))];
    const objectIds = live.flatMap(({ remote }) => remote?.objectId ?? []);
    const owners = await listings
      .find({ targetId: { $in: targetIds }, state: 'live', 'remote.objectId': { $in: objectIds } })
      .sort({ _id: -1 })
      .project<Pick<ListingDoc, '_id' | 'targetId' | 'remote'>>({ targetId: 1, 'remote.objectId': 1 })
      .toArray();
    const oldest = new Map(owners.map((owner) => [objectKey(owner), owner._id]));
    return live.filter((doc) => oldest.get(objectKey(doc)) !== doc._id).map(({ _id }) => _id);
  },
});

const objectKey = ({ targetId, remote }: Pick<ListingDoc, 'targetId' | 'remote'>): string =>
  `${targetId}/${remote?.objectId ?? ''}`;

const pendingHasATime = (listings: Collection<ListingDoc>): WalkRule<ListingDoc> =>
  ofDocument<ListingDoc>(listings, {
    name: 'pending-listings-have-a-time',
    meaning: 'The listings are never accepted, and a new one for the same property and target is refused.',
    advice: 'No worker will accept these new listings. Make them due (rek repair).',
    isBroken: ({ state, pendingSince }) => state === 'pending' && pendingSince === undefined,
    seen: () => ({ state: 'pending', pendingSince: { $exists: false } }),
    correction: ({ createdAt }) => ({ $set: { pendingSince: createdAt } }),
  });

const versionsAgree = (listings: Collection<ListingDoc>): WalkRule<ListingDoc> =>
  ofDocument<ListingDoc>(listings, {
    name: 'listing-versions-agree',
    meaning:
      'The next changes of the properties are treated as already published, or a platform ignores them as outdated.',
    advice:
      'The published version of these listings is newer than the wanted version. A document was restored or changed manually. Publish the listings again with a newer version (rek repair).',
    isBroken: ({ state, wanted, doneVersion, intent, sequence }) =>
      state === 'live' && (doneVersion > wanted.version || (intent?.sequence ?? 0) > sequence),
    seen: (doc) => ({
      ...unchanged(doc, ['state', 'doneVersion', 'sequence']),
      'wanted.version': doc.wanted.version,
    }),
    correction: ({ doneVersion, wanted, intent, sequence }, now) => ({
      $set: {
        'wanted.version': Math.max(doneVersion, wanted.version) + 1,
        sequence: Math.max(intent?.sequence ?? 0, sequence),
        dueAt: now,
        attempt: 0,
      },
    }),
  });

const shownWasSent = (listings: Collection<ListingDoc>): WalkRule<ListingDoc> =>
  ofDocument<ListingDoc>(listings, {
    name: 'shown-listings-were-sent',
    meaning: 'If the customer deletes the listings, their objects stay on the platform.',
    advice: 'The platform shows the listings, but they are stored as never sent. Correct this (rek repair).',
    isBroken: ({ state, published, everUploaded }) => state === 'live' && published && !everUploaded,
    seen: (doc) => unchanged(doc, ['state', 'published', 'everUploaded']),
    correction: () => ({ $set: { everUploaded: true } }),
  });
