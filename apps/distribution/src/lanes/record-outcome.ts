import { PublicationFailed, PublicationSucceeded } from '@estate/contracts';
import { message } from '@estate/messaging';
import { nextIntent, propertyTypeOf, takenDown } from '../domain/listing.ts';
import type { ListingRecord } from '../domain/listing.ts';
import { plannedAway } from '../domain/listing-times.ts';
import { answerAfter } from '../domain/platform-answer.ts';
import type { SentFiles } from '../domain/sent-files.ts';
import { lastErrorOf, nextAttempt, refusedAgain } from '../domain/publication.ts';
import { answerEvent } from '../listings/answer-event.ts';
import type { PlatformWords, PublicationFailure, PublicationOutcome } from '../platforms/platform.ts';
import type { PublicationResult } from '../stores/listings/publication-result.ts';
import type { CountedOutcome } from './lane-metrics.ts';
import type { Lane, LaneDeps } from './lane-deps.ts';
import { noteAttempt } from './note-attempt.ts';
import type { AttemptEnd } from './note-attempt.ts';
import { sharersOf } from './shared-object.ts';

/** A finished attempt. */
export interface Attempt {
  record: ListingRecord;
  outcome: PublicationOutcome;
  /** Left out where nothing was sent. */
  beganAt?: Date;
  /** The revision of the property that was used. */
  revision?: number;
  durationMs: number;
}

/** Saves the result of an attempt with its event; false when a newer wish or another worker replaced it. */
export async function recordOutcome(attempt: Attempt, lane: Lane, deps: LaneDeps): Promise<boolean> {
  const { record, durationMs } = attempt;
  // Before it is settled: after a crash in between the listing is sent again, and this done again.
  if (attempt.outcome.ok) await restoreSharers(record, lane, deps);
  const result = await withCertainFiles(resultOf(attempt, deps), lane, deps);
  // Nothing was on the platform, so nobody has to hear that nothing was done.
  if (result.kind === 'withheld' && !result.event)
    return deps.progress.settle(record, lane.target.lease.fence, result);
  await noteAttempt(record, endOf(attempt, result), { lane, deps });
  const saved = await deps.progress.settle(record, lane.target.lease.fence, result);
  const outcome: CountedOutcome = saved ? wordFor(attempt, result) : 'superseded';
  const failure = attempt.outcome.ok ? undefined : attempt.outcome.failure.code;
  deps.metrics.published({ type: lane.target.type, op: record.wanted.action, outcome, failure, durationMs });
  const { id: listingId, wanted } = record;
  deps.log.info(
    { listingId, targetId: lane.target.id, op: wanted.action, outcome, failure },
    'publication.recorded',
  );
  return saved;
}

/** Another target with the same login may have replaced the files meanwhile. */
async function withCertainFiles(
  result: SettledResult,
  { target }: Lane,
  { logins }: LaneDeps,
): Promise<SettledResult> {
  if (result.kind !== 'published' || !result.sentFiles) return result;
  const isShared = (await logins.sharing(target)).length > 0;
  return isShared ? { ...result, sentFiles: undefined } : result;
}

/** Has everything sent again that the platform may have taken off together with the object of a listing. */
async function restoreSharers(record: ListingRecord, { target }: Lane, deps: LaneDeps): Promise<void> {
  const { everUploaded, formerNumber, wanted } = record;
  const at = deps.clock();
  if (formerNumber !== undefined) await deps.progress.republishSharers(record, formerNumber, at);
  if (wanted.action !== 'delete' || !everUploaded) return;
  const sharers = await sharersOf(record, target, deps);
  await deps.progress.republish(sharers, wanted, at);
}

/**
 * Ends a listing's attempts with a failure, however many are left; what was never sent needs nothing to be off the
 * platform.
 */
export function recordDefeat(
  due: ListingRecord,
  failure: PublicationFailure,
  to: { lane: Lane; deps: LaneDeps },
) {
  const away = due.state === 'live' ? plannedAway(due, to.deps.clock()) : undefined;
  const record = away ? takenDown(due, away) : due;
  const isNowhere = record.wanted.action === 'delete' && !record.everUploaded;
  const failed = { ok: false as const, failure: { ...failure, repeat: false } };
  const outcome = isNowhere ? { ok: true as const } : failed;
  return recordOutcome({ record, outcome, durationMs: 0 }, to.lane, to.deps);
}

/** The end of an attempt as the timeline shows it. */
function endOf({ outcome, beganAt, durationMs }: Attempt, result: SettledResult): AttemptEnd {
  return {
    beganAt: beganAt ?? result.at,
    outcome: outcome.ok ? 'succeeded' : OUTCOME_WORDS[result.kind],
    failure: outcome.ok ? undefined : outcome.failure,
    durationMs,
    nextAttemptAt: nextTimeOf(result),
    fileName: outcome.fileName,
  };
}

function nextTimeOf(result: SettledResult): Date | undefined {
  if (result.kind === 'repeat') return result.dueAt;
  return result.kind === 'failed' ? result.stillOnline?.againAt : undefined;
}

/** The outcome of an attempt. */
type SettledResult = Exclude<PublicationResult, { kind: 'later' }>;

const OUTCOME_WORDS = {
  published: 'succeeded',
  placed: 'succeeded',
  ended: 'succeeded',
  withheld: 'succeeded',
  repeat: 'retry',
  failed: 'failed',
} as const;

type Failed = Extract<PublicationOutcome, { ok: false }>;
type Succeeded = Extract<PublicationOutcome, { ok: true }>;

const resultOf = ({ outcome, ...attempt }: Attempt, deps: LaneDeps): SettledResult =>
  outcome.ok ? successOf({ ...attempt, outcome }, deps) : failureOf({ ...attempt, outcome }, deps);

/** The payload that events about a listing share, and the account. */
function eventParts(record: ListingRecord, at: Date) {
  const { id: listingId, accountId, propertyId, targetId, wanted } = record;
  const publication = { listingId, propertyId, ...propertyTypeOf(record), targetId, type: wanted.action };
  return { publication, about: { at, accountId, requestId: wanted.requestId } };
}

function successOf(
  { record, outcome, revision }: Attempt & { outcome: Succeeded },
  deps: LaneDeps,
): SettledResult {
  const at = deps.clock();
  if (outcome.isPlaced && record.wanted.action === 'set') {
    return { kind: 'placed', at, revision: revision ?? 0 };
  }
  const { publication, about } = eventParts(record, at);
  const url = outcome.publicUrl === undefined ? {} : { publicUrl: outcome.publicUrl };
  const event = message(PublicationSucceeded, { ...publication, ...url }, { id: deps.newId(), ...about });
  if (record.wanted.action === 'delete') {
    const { state, withheld, everUploaded } = record;
    if (state === 'live' && withheld)
      return { kind: 'withheld', at, withheld, ...(everUploaded && { event }) };
    return { kind: 'ended', at, event, takenOff: everUploaded };
  }
  const shown = outcome.published ?? true;
  const answered = answeredAt(at, { record: { ...record, published: shown }, said: outcome.said }, deps);
  const sentFiles = sentWith(record, outcome, at);
  return { kind: 'published', at, event, revision: revision ?? 0, shown, ...url, answered, sentFiles };
}

function sentWith(record: ListingRecord, { files }: Succeeded, at: Date): SentFiles | undefined {
  const { fileDoubts: doubts } = record;
  const { sequence } = nextIntent(record, at);
  return files && { sequence, files, ...(doubts !== undefined && { doubts }) };
}

/** The answer of a platform that answers at once, with its event. */
function answeredAt(
  at: Date,
  { record, said }: { record: ListingRecord; said: PlatformWords | undefined },
  { newId }: Pick<LaneDeps, 'newId'>,
) {
  if (!said || record.wanted.action !== 'set') return undefined;
  const { sequence } = nextIntent(record, at);
  const sent = { ...record, sequence, everUploaded: true };
  const answer = answerAfter(sent, { ...said, sequence, at, source: 'api' });
  return answer && { answer, event: answerEvent(sent, answer, { id: newId(), at }) };
}

function failureOf(
  { record, outcome: { failure }, revision }: Attempt & { outcome: Failed },
  deps: LaneDeps,
): SettledResult {
  const at = deps.clock();
  const lastError = lastErrorOf(failure, at);
  const next = nextAttempt(record, failure, { schedule: deps.schedule, now: at });
  if (next) return { kind: 'repeat', at, lastError, ...next };
  const defeat = { kind: 'failed' as const, at, lastError };
  const stillOnline =
    record.wanted.action === 'delete' && record.everUploaded ? refusedAgain(record, at) : undefined;
  if (stillOnline && record.stillOnline) return { ...defeat, stillOnline };
  const { publication, about } = eventParts(record, at);
  const failed = { failureCode: failure.code, failureMessage: failure.message };
  const event = message(PublicationFailed, { ...publication, ...failed }, { id: deps.newId(), ...about });
  return {
    ...{ ...defeat, event },
    ...(stillOnline && { stillOnline }),
    ...(revision !== undefined && { seenRevision: revision }),
    answered: answeredAt(at, { record, said: failure.said }, deps),
  };
}

const wordFor = ({ outcome }: Attempt, { kind }: PublicationResult): CountedOutcome => {
  if (outcome.ok) return 'succeeded';
  return kind === 'repeat' ? 'repeated' : 'failed';
};
