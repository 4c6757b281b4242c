import type { Attachment, ProcessingFailure } from '@estate/contracts';
import type { FetchedAttachment } from './attachment.ts';
import { mismatchedType } from './attachment-failure.ts';
import type { AttachmentFailure } from './attachment-failure.ts';

/** What became of one URL. */
export type FetchResult = { fetched: FetchedAttachment } | { failure: AttachmentFailure };

/** How a run over all attachments ends. */
export type ProcessingOutcome =
  | { kind: 'successful'; stored: FetchedAttachment[] }
  | { kind: 'failed'; stored: FetchedAttachment[]; failure: ProcessingFailure }
  | { kind: 'repeat'; stored: FetchedAttachment[]; delayMs: number; reason: ProcessingFailure };

export interface ProcessingRun {
  attachments: readonly Attachment[];
  results: ReadonlyMap<string, FetchResult>;
  /** Runs before this one that were to be repeated. */
  attempt: number;
  retryDelaysMs: readonly number[];
}

/** Decides the end of a run: repeated while every failure may pass by itself and a repeat is left. */
export function decideOutcome({
  attachments,
  results,
  attempt,
  retryDelaysMs,
}: ProcessingRun): ProcessingOutcome {
  const stored = [...results.values()].flatMap((result) => ('fetched' in result ? result.fetched : []));
  const failures = attachments.flatMap((attachment, index) => failureAt(index, attachment, results));
  const [first, ...others] = failures;
  if (!first) return { kind: 'successful', stored };
  const failure: ProcessingFailure = { failureCode: first.code, failureMessage: sentence(first, others) };
  const delayMs = retryDelaysMs[attempt];
  if (delayMs === undefined || !failures.every((each) => each.transient))
    return { kind: 'failed', stored, failure };
  return { kind: 'repeat', stored, delayMs, reason: failure };
}

interface PlacedFailure extends AttachmentFailure {
  index: number;
  url: string;
}

function failureAt(
  index: number,
  { url, type }: Attachment,
  results: ProcessingRun['results'],
): PlacedFailure[] {
  const result = results.get(url);
  if (!result) throw new Error(`attachments.${index} was not looked at`);
  if ('failure' in result) return [{ ...result.failure, index, url }];
  const { mediaType } = result.fetched;
  return type === undefined || type === mediaType ? [] : [{ ...mismatchedType(type, mediaType), index, url }];
}

function sentence(first: PlacedFailure, others: readonly PlacedFailure[]): string {
  const subject = `attachments.${first.index} (${first.url}) ${first.words}.`;
  if (others.length === 0) return subject;
  return `${subject} Failed as well: ${others.map(({ index }) => `attachments.${index}`).join(', ')}.`;
}

const TROUBLE_FIRST_MS = 5000;
const TROUBLE_MAX_MS = 600_000;

/** Milliseconds until a run that failed for a reason of our own is repeated. */
export const troubleDelayMs = (troubles: number): number =>
  Math.min(TROUBLE_MAX_MS, TROUBLE_FIRST_MS * 2 ** Math.min(troubles, 20));
