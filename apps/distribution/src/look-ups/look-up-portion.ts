import { newRequestId } from '@estate/observability';
import type { Deps } from '../deps.ts';
import { driftOf, keptBack, lookUpAfterFailure, nextLookUp, objectOf } from '../domain/drift.ts';
import type { DriftFinding, FoundDrift, LookUpLimits } from '../domain/drift.ts';
import type { ListingRecord } from '../domain/listing.ts';
import type { Said } from '../domain/platform-answer.ts';
import type { Lane, LaneDeps } from '../lanes/lane-deps.ts';
import { sharersOf } from '../lanes/shared-object.ts';
import { answerEvent } from '../listings/answer-event.ts';
import { accessTo } from '../platforms/access/access-to.ts';
import type { LookUpOpening, PublicationFailure } from '../platforms/platform.ts';
import type { Stores } from '../stores/open-stores.ts';

export interface LookUpDeps
  extends LaneDeps, Pick<Deps, 'listings' | 'wakeLane'>, Pick<Stores, 'drift' | 'lookUps'> {
  lookUpLimits: LookUpLimits;
}

/** Looks at the next objects of a target. A crash in between looks at them again. */
export async function lookUpPortion(lane: Lane, deps: LookUpDeps): Promise<void> {
  const { clock, drift, lookUpLimits, lookUps } = deps;
  const { id, lookUp: cursor } = lane.target;
  const at = clock();
  // Another replica may have looked since the target was found.
  if (cursor && cursor.dueAt > at) return;
  const before = cursor?.after ?? '';
  const { listings, count, isLast } = await drift.portion(id, before);
  const walk = await walkOver(listings, lane, deps);
  if (lane.signal.aborted) return;
  await applyAll(walk.found, { lane, deps });
  const after = walk.after ?? before;
  if (walk.failure) {
    const dueAt = lookUpAfterFailure(at, walk.failure.retryAfterMs);
    await lookUps.moved(id, { dueAt, after });
    deps.log.info({ targetId: id, message: walk.failure.message }, 'look-up.postponed');
    return;
  }
  const isOver = isLast && walk.isWhole;
  await lookUps.moved(id, { dueAt: nextLookUp(at, count, lookUpLimits), after: isOver ? '' : after });
}

interface Found extends FoundDrift {
  record: ListingRecord;
}

interface Walk {
  found: Found[];
  /** The last listing that was looked at; absent if none was. */
  after?: string;
  isWhole?: true;
  failure?: PublicationFailure;
}

async function walkOver(listings: readonly ListingRecord[], lane: Lane, deps: LookUpDeps): Promise<Walk> {
  const looked = listings.flatMap((record) => {
    const object = objectOf(record);
    return object ? [{ record, object }] : [];
  });
  const found: Found[] = [];
  if (looked.length === 0) return { found, ...afterAll(listings), isWhole: true };
  const opening = await openLookUp(lane, deps);
  if (!opening.ok) return { found, failure: opening.failure };
  const endMs = performance.now() + deps.options.runMs;
  let after: string | undefined;
  for (const { record, object } of looked) {
    if (lane.signal.aborted || performance.now() > endMs) return { found, ...reached(after) };
    const outcome = await opening.lookUp(object, lane.signal);
    if (outcome.ok) found.push({ record, seen: outcome.seen, finding: driftOf(record, outcome.seen) });
    else if (outcome.failure.scope === 'target')
      return { found, ...failed(outcome.failure, record.id, after) };
    after = record.id;
  }
  return { found, ...afterAll(listings), isWhole: true };
}

type Reached = Pick<Walk, 'after'>;

const reached = (after: string | undefined): Reached => (after === undefined ? {} : { after });

const afterAll = (listings: readonly ListingRecord[]): Reached => reached(listings.at(-1)?.id);

/** An object at which the platform fails each time must not keep the others waiting; a limit of the rate is of none. */
const failed = (failure: PublicationFailure, id: string, after: string | undefined) => ({
  failure,
  ...reached(after ?? (failure.retryAfterMs === undefined ? id : undefined)),
});

async function openLookUp({ target }: Lane, deps: LookUpDeps): Promise<LookUpOpening> {
  const none: LookUpOpening = {
    ok: false,
    failure: { code: 'internal', message: 'The platform cannot be asked.', repeat: true, scope: 'target' },
  };
  const platform = deps.platforms.get(target.type);
  return (await platform?.openLookUp?.(accessTo(target.type).account(target, deps))) ?? none;
}

interface At {
  lane: Lane;
  deps: LookUpDeps;
}

/** A suspended or emptied account must not be filled again. */
async function applyAll(found: readonly Found[], at: At): Promise<void> {
  const kept = keptBack(found);
  if (kept) {
    const about = { targetId: at.lane.target.id, looked: found.length, missing: kept.missing };
    at.deps.log.warn(about, 'look-up.many-missing');
  }
  for (const { record, finding } of kept?.found ?? found) await apply(record, finding, at);
}

async function apply(record: ListingRecord, finding: DriftFinding | undefined, at: At): Promise<void> {
  if (!finding || !at.lane.isHeld()) return;
  switch (finding.kind) {
    case 'as-expected':
      if (finding.isConfirmed) await confirm(record, at);
      return;
    case 'removed':
      await say(record, { state: 'removed', messages: [finding.message] }, at);
      return;
    case 'repaired':
      await repair(record, finding, at);
  }
}

async function confirm(record: ListingRecord, at: At): Promise<void> {
  const isNew = await say(record, { state: 'confirmed', messages: [] }, at);
  if (!isNew) await at.deps.drift.stillConfirmed(record, at.deps.clock());
}

function say(record: ListingRecord, words: Pick<Said, 'state' | 'messages'>, { deps }: At): Promise<boolean> {
  const at = deps.clock();
  const said: Said = { ...words, at, source: 'api', sequence: record.sequence };
  return deps.listings.answers.add(record, said, (listing, answer) =>
    answerEvent(listing, answer, { id: deps.newId(), at }),
  );
}

/** An object that another listing publishes stays, also if this listing is to be taken down. */
async function repair(
  record: ListingRecord,
  finding: Extract<DriftFinding, { kind: 'repaired' }>,
  { deps, lane: { target } }: At,
): Promise<void> {
  const isOff = record.withheld !== undefined;
  if (isOff && (await sharersOf({ ...record, ...finding }, target, deps)).length > 0) return;
  const reason = { at: deps.clock(), requestId: newRequestId() };
  if (!(await deps.drift.repair(record, finding, reason))) return;
  deps.log.warn({ listingId: record.id, targetId: target.id, isOff }, 'look-up.repaired');
}
