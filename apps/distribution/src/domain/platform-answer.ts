import type { Listing, PlatformMessage, PlatformState, PlatformStateName } from '@estate/contracts';

type Source = PlatformState['source'];

/** The stored answer of a platform about a package of a listing. */
export interface PlatformAnswer {
  state: PlatformStateName;
  at: Date;
  source: Source;
  messages: PlatformMessage[];
  /** The package it is about. */
  sequence: number;
  reportId?: string;
}

/** An answer of a platform, which does not always name the package. */
export interface Said extends Omit<PlatformAnswer, 'sequence'> {
  sequence?: number | undefined;
  publicUrl?: string | undefined;
}

/** The clock of a platform tells whole seconds in emails. */
const EMAIL_CLOCK_MS = 999;

/** The part of a listing that decides whether an answer counts. */
interface Answered {
  sequence: number;
  intent?: { version: number };
  doneVersion: number;
  /** A package may have reached the platform. */
  everUploaded: boolean;
  lastPublishedAt?: Date;
  published: boolean;
  platformAnswer?: PlatformAnswer;
}

/** The answer to what was sent last. A newer package that arrived makes one that is not a confirmation outdated. */
export function currentAnswer({
  platformAnswer,
  intent,
  doneVersion,
  sequence,
}: Omit<Answered, 'published'>): PlatformAnswer | undefined {
  if (!platformAnswer || platformAnswer.state === 'confirmed') return platformAnswer;
  const hasArrived = intent === undefined || doneVersion >= intent.version;
  return hasArrived && platformAnswer.sequence < sequence ? undefined : platformAnswer;
}

/** The answer that a listing has after a platform said something; undefined if that changes nothing. */
export function answerAfter(record: Answered, { publicUrl: _, ...said }: Said): PlatformAnswer | undefined {
  const { sequence = record.sequence } = said;
  if (!record.everUploaded || !isAboutTheLast(record, said)) return undefined;
  const before = record.platformAnswer;
  const answer: PlatformAnswer = { ...said, sequence };
  if (said.source === 'inquiry') return isUnanswered(record) ? answer : undefined;
  if (before?.sequence !== sequence) return answer;
  return isReplaced(before, answer) ? answer : undefined;
}

/** An uncertain answer overrules no certain one, in whatever order the two come. */
function isReplaced(before: PlatformAnswer, answer: PlatformAnswer): boolean {
  const isLater = answer.at >= before.at;
  if (answer.state === before.state) return isLater && !saysTheSame(before, answer);
  if (answer.state === 'unknown') return false;
  return isLater || before.state === 'unknown' || before.source === 'inquiry';
}

/** True if an inquiry is news: the platform shows the property, and has said nothing of it. */
const isUnanswered = (record: Answered): boolean =>
  record.published && (currentAnswer(record)?.state ?? 'unknown') === 'unknown';

/** True if it is about the package that was sent last, as far as one can know. */
function isAboutTheLast(
  { sequence, lastPublishedAt }: Answered,
  said: Pick<Said, 'at' | 'sequence'>,
): boolean {
  if (said.sequence !== undefined) return said.sequence === sequence;
  const isFirst = sequence <= 1 || lastPublishedAt === undefined;
  return isFirst || said.at.getTime() + EMAIL_CLOCK_MS >= lastPublishedAt.getTime();
}

const saysTheSame = (one: PlatformAnswer, other: PlatformAnswer): boolean =>
  one.state === other.state && JSON.stringify(one.messages) === JSON.stringify(other.messages);

/** The answer as the customer sees it. */
export function shownAnswer(record: Omit<Answered, 'published'>): Pick<Listing, 'platformState'> {
  const answer = currentAnswer(record);
  if (!answer) return {};
  const { state, at, source, messages } = answer;
  return { platformState: { state, at: at.toISOString(), source, messages } };
}

/** The event about an answer; a listing that is off the platform anyway has lost nothing. */
export function eventOf(
  { state }: Pick<PlatformAnswer, 'state'>,
  { published }: Pick<Answered, 'published'>,
): 'confirmed' | 'rejected' | undefined {
  if (state === 'removed') return published ? 'rejected' : undefined;
  return state === 'unknown' ? undefined : state;
}
