import { before, leaseEnds, ofDocument, walking } from '@estate/persistence';
import type { Collection, Filter, Invariant, WalkRule } from '@estate/persistence';
import type { ListingTimeline } from '../stores/listing-timeline.ts';
import { loginRules } from './login-rules.ts';
import { LANE_START } from '../stores/targets/target-document.ts';
import type { TargetDoc } from '../stores/targets/target-document.ts';

const ATTEMPT_NOTED_WITHIN_MS = 15 * 60_000;

type Timeline = Pick<ListingTimeline, 'add'>;

const FIELDS = [
  ...['accountId', 'retryAt', 'laneEpoch', 'lease', 'fence', 'attempting'],
  ...['pausedAt', 'setAside', 'customerPause', 'closing', 'login', 'deletedAt'],
];

/** Invariants of targets. */
export const targetWalk = (targets: Collection<TargetDoc>, timeline: Timeline): Invariant[] =>
  walking<TargetDoc>({
    collection: targets,
    fields: FIELDS,
    rules: [
      hasALane(targets),
      leaseEnds(targets, 'lane-leases-end'),
      attemptsEnd(targets, timeline),
      ...loginRules(targets),
    ],
  });

const hasALane = (targets: Collection<TargetDoc>): WalkRule<TargetDoc> =>
  ofDocument<TargetDoc>(targets, {
    name: 'targets-have-a-lane',
    meaning: 'Nothing is ever published to these targets.',
    advice: 'No worker can take the publishing queue of these targets. Open it again (rek repair).',
    isBroken: ({ retryAt, laneEpoch }) => !isSet(retryAt) || !isSet(laneEpoch),
    seen: ({ fence, retryAt }) => ({
      fence: fence ?? { $exists: false },
      ...(!isSet(retryAt) && { retryAt: { $exists: false } }),
    }),
    correction: ({ laneEpoch }) => ({
      $set: { ...LANE_START, ...(!isSet(laneEpoch) && { laneEpoch: 0 }) },
    }),
  });

/** A document that was changed by hand may lack what the type says. */
const isSet = (value: unknown): boolean => value !== undefined && value !== null;

/** No worker takes its lane. */
const isStopped = ({
  pausedAt,
  setAside,
  customerPause,
  closing,
}: Pick<TargetDoc, 'pausedAt' | 'setAside' | 'customerPause' | 'closing'>): boolean =>
  pausedAt !== undefined || setAside !== undefined || customerPause !== undefined || closing?.isHeld === true;

/** Attempts of a killed process are recorded with the next claim of the lane. */
function attemptsEnd(targets: Collection<TargetDoc>, timeline: Timeline): WalkRule<TargetDoc> {
  const isLeft = ({ attempting, lease, ...target }: TargetDoc, now: Date) =>
    attempting !== undefined &&
    !isStopped(target) &&
    (!lease || lease.until < before(now, ATTEMPT_NOTED_WITHIN_MS)) &&
    attempting.every(({ at }) => at < before(now, ATTEMPT_NOTED_WITHIN_MS));
  return {
    ...ofDocument<TargetDoc>(targets, {
      name: 'publication-attempts-end',
      meaning: 'The timelines of properties and listings do not contain all attempts to publish them.',
      advice:
        'A worker began these attempts, but their outcome was not recorded. Record them as interrupted (rek repair).',
      isBroken: isLeft,
    }),
    repair: async (ids, now) => {
      const repaired: string[] = [];
      for (const doc of await targets.find({ _id: { $in: [...ids] } }).toArray()) {
        if (!isLeft(doc, now)) continue;
        await timeline.add(doc.accountId, doc.attempting ?? []);
        const asSeen: Filter<TargetDoc> = { _id: doc._id, fence: doc.fence ?? { $exists: false } };
        const { modifiedCount } = await targets.updateOne(asSeen, { $unset: { attempting: '' } });
        if (modifiedCount === 1) repaired.push(doc._id);
      }
      return repaired;
    },
  };
}
