import type { PlatformMessage } from '@estate/contracts';
import type { ListingRecord } from './listing.ts';
import { currentAnswer } from './platform-answer.ts';
import type { LookedUpObject, RemoteIds, SeenObject } from './remote-object.ts';

/** The state that the object of a listing should have while nothing is due. */
type ExpectedObject = 'shown' | 'stored' | 'absent';

/** The consequence of a look at the object of a listing. */
export type DriftFinding =
  | { kind: 'as-expected'; isConfirmed: boolean }
  /** The listing is published, or taken down, again. */
  | { kind: 'repaired'; remote?: RemoteIds; message?: PlatformMessage }
  /** Only the customer can decide what is to be done. */
  | { kind: 'removed'; message: PlatformMessage };

const HIDDEN: PlatformMessage = {
  severity: 'error',
  observed: 'deactivated',
  text: 'The platform stores the property but does not show it: it was deactivated there. It is shown again when the listing is retried or the property changes.',
};
const VANISHED: PlatformMessage = {
  severity: 'warning',
  observed: 'vanished',
  text: 'The property was missing on the platform. It is published again.',
};
const MISSING: PlatformMessage = {
  severity: 'error',
  observed: 'missing',
  text: 'The property is missing on the platform. It is published again when the listing is retried or the property changes.',
};

/** Undefined while something is to be done for the listing, and where the platform gave it no object. */
export function objectOf(record: ListingRecord): LookedUpObject | undefined {
  const expected = expectedOf(record);
  const type = record.property?.type;
  const objectId = expected === 'absent' ? record.formerObjectId : record.remote?.objectId;
  return expected && type && objectId !== undefined ? { objectId, type } : undefined;
}

function expectedOf(record: ListingRecord): ExpectedObject | undefined {
  const { state, dueAt, doneVersion, wanted, lastError, stillOnline } = record;
  const isSettled = state === 'live' && dueAt === undefined && doneVersion === wanted.version;
  if (!isSettled || lastError || stillOnline) return undefined;
  if (record.published) return 'shown';
  if (record.withheld) return 'absent';
  return record.preventPublication === true ? 'stored' : undefined;
}

/** Undefined: nothing follows from it. */
export function driftOf(record: ListingRecord, seen: SeenObject): DriftFinding | undefined {
  const expected = expectedOf(record);
  if (!expected) return undefined;
  if (expected === 'absent') return seen === 'shown' ? takenDownAgain(record) : AS_EXPECTED;
  if (seen === 'missing') return vanished(record);
  if (expected === 'stored') return seen === 'shown' ? { kind: 'repaired' } : CONFIRMED;
  return seen === 'shown' ? CONFIRMED : { kind: 'removed', message: HIDDEN };
}

const AS_EXPECTED: DriftFinding = { kind: 'as-expected', isConfirmed: false };
const CONFIRMED: DriftFinding = { kind: 'as-expected', isConfirmed: true };

const takenDownAgain = ({ formerObjectId: objectId }: ListingRecord): DriftFinding => ({
  kind: 'repaired',
  ...(objectId !== undefined && { remote: { objectId } }),
});

/** An object that vanishes is published again once; what vanishes again, or was deactivated before, somebody wants to be gone. */
function vanished(record: ListingRecord): DriftFinding {
  const isTold = currentAnswer(record)?.state === 'removed';
  const isRepaired = record.repairedVersion === record.wanted.version;
  return isTold || isRepaired
    ? { kind: 'removed', message: MISSING }
    : { kind: 'repaired', message: VANISHED };
}

/** The state of the object of one listing, and its consequence. */
export interface FoundDrift {
  seen: SeenObject;
  finding: DriftFinding | undefined;
}

/** So many, and such a share of what was looked at, may vanish at once and are published again; never all of several. */
const VANISHED_MAX = { objects: 3, share: 0.2 };

/** If more objects vanished at once than by chance, what follows instead: no object is made again. Otherwise undefined. */
export function keptBack<T extends FoundDrift>(found: readonly T[]) {
  const isVanished = ({ seen, finding }: T) => seen === 'missing' && finding?.kind === 'repaired';
  const missing = found.filter(isVanished).length;
  const isAll = missing > 1 && missing === found.length;
  if (!isAll && missing <= Math.max(VANISHED_MAX.objects, VANISHED_MAX.share * found.length))
    return undefined;
  const removed: DriftFinding = { kind: 'removed', message: MISSING };
  return { missing, found: found.map((one) => (isVanished(one) ? { ...one, finding: removed } : one)) };
}

/** How much is looked at in one turn. */
export const LOOK_UPS_AT_ONCE = 25;
const HOUR_MS = 3_600_000;
/** A platform that could not be asked is asked again after this time at the earliest. */
const FAILED_WAIT_MS = 15 * 60_000;

export interface LookUpLimits {
  /** How often an object is looked at. */
  everyMs: number;
  /** The limit of one target. */
  perHour: number;
}

/** When the next portion of a target with so many objects is looked at: all of them take as long as the interval, or longer within the limit. */
export function nextLookUp(at: Date, count: number, { everyMs, perHour }: LookUpLimits): Date {
  const portions = Math.max(1, Math.ceil(count / LOOK_UPS_AT_ONCE));
  const leastMs = (LOOK_UPS_AT_ONCE / perHour) * HOUR_MS;
  return new Date(at.getTime() + Math.ceil(Math.max(everyMs / portions, leastMs)));
}

/** The same after a failure; a platform may ask for more time. */
export const lookUpAfterFailure = (at: Date, retryAfterMs = 0): Date =>
  new Date(at.getTime() + Math.max(FAILED_WAIT_MS, retryAfterMs));
