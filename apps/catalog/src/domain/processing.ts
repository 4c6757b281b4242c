import type { Attachment, AttachmentFailure as LeftOut, ProcessingFailure } from '@estate/contracts';
import type { FetchedAttachment } from './attachment.ts';
import { DECODED_TYPES } from './attachment.ts';
import { mismatchedType, notAWatermark } from './attachment-failure.ts';
import type { AttachmentFailure } from './attachment-failure.ts';
import { keyOf } from './rendition.ts';
import type { Rendition, RenditionResult } from './rendition.ts';

/** The result of fetching one URL. */
export type FetchResult = { fetched: FetchedAttachment } | { failure: AttachmentFailure };

/** The files of a run, however it ends. */
export interface ProcessedFiles {
  stored: FetchedAttachment[];
  renditions: Rendition[];
}

/** A property before a run: its attachments, and the files of earlier runs. */
type Processable = ProcessedFiles & { attachments: readonly Attachment[] };

/** How a run over all attachments ends. */
export type ProcessingOutcome =
  | ({ kind: 'successful'; attachmentFailures?: LeftOut[] } & ProcessedFiles)
  | ({ kind: 'failed'; failure: ProcessingFailure } & ProcessedFiles)
  | ({ kind: 'repeat'; delayMs: number; reason: ProcessingFailure } & ProcessedFiles);

/** The results of all URLs, and of all renditions by their keys. */
export interface ProcessingResults {
  fetches: ReadonlyMap<string, FetchResult>;
  renditions: ReadonlyMap<string, RenditionResult>;
}

export interface ProcessingRun extends ProcessingResults {
  attachments: readonly Attachment[];
  /** Earlier runs that were retried. */
  attempt: number;
  retryDelaysMs: readonly number[];
  /** The URL of an attachment as the customer knows it. */
  shown: (url: string) => string;
}

/** Decides how a run ends: it is retried while every failure is transient and a retry is left. */
export function decideOutcome(run: ProcessingRun): ProcessingOutcome {
  const files = {
    stored: urlsOf(run.attachments).flatMap((url) => fetchedIn(run.fetches)(url) ?? []),
    renditions: [...run.renditions.values()].flatMap((each) => ('rendition' in each ? each.rendition : [])),
  };
  const failures = run.attachments.flatMap((attachment, position) =>
    failuresAt(position, attachment, run).map((failure) => ({
      ...failure,
      position,
      isOptional: attachment.isOptional ?? false,
    })),
  );
  const stopping = failures.filter(({ isOptional }) => !isOptional);
  const [first, ...others] = stopping.length > 0 ? stopping : failures;
  if (!first) return { kind: 'successful', ...files };
  const delayMs = run.retryDelaysMs[run.attempt];
  const mayBeRetried = stopping.every(isTransient) && failures.some(isTransient);
  if (delayMs === undefined || !mayBeRetried) {
    if (stopping.length > 0) return { kind: 'failed', ...files, failure: failureOf(run, first, others) };
    const attachmentFailures = failures.map((each) => ({ position: each.position, ...failureOf(run, each) }));
    return { kind: 'successful', ...files, attachmentFailures };
  }
  // A retry before the silent host may be asked again would fail, too.
  const silentForMs = Math.max(0, ...failures.map((each) => each.silentForMs ?? 0));
  const reason = failureOf(run, first, others);
  return { kind: 'repeat', ...files, delayMs: Math.max(delayMs, silentForMs), reason };
}

const isTransient = ({ transient }: AttachmentFailure): boolean => transient;

const failureOf = (
  { shown }: Pick<ProcessingRun, 'shown'>,
  first: PlacedFailure,
  others: readonly PlacedFailure[] = [],
): ProcessingFailure => ({
  failureCode: first.code,
  failureMessage: sentence({ ...first, url: shown(first.url) }, others),
});

/** The outcome for a property that crashes every process that works on it; which attachment is the cause is unknown. */
export function abandoned(
  { attachments, stored, renditions }: Processable,
  shown: (url: string) => string,
): ProcessingOutcome {
  const last = attachments.length - 1;
  const which =
    last === 0
      ? `attachments.0 (${shown(attachments[0]?.url ?? '')})`
      : `One of attachments.0 to attachments.${last}`;
  const failureMessage = `${which} is damaged, or it crashes the program that reads it.`;
  return {
    kind: 'failed',
    stored,
    renditions,
    failure: { failureCode: 'attachment_unreadable', failureMessage },
  };
}

/** Every URL once, those of watermarks included. */
const urlsOf = (attachments: readonly Attachment[]): string[] => [
  ...new Set(attachments.flatMap(({ url, watermarkUrl }) => [url, ...(watermarkUrl ? [watermarkUrl] : [])])),
];

interface PlacedFailure extends AttachmentFailure {
  path: string;
  url: string;
}

function failuresAt(index: number, attachment: Attachment, results: ProcessingResults): PlacedFailure[] {
  const { url, type } = attachment;
  const path = `attachments.${index}`;
  const fetched = fetchedIn(results.fetches);
  const ofFiles = [
    ...fileFailures({ path, url }, results.fetches),
    ...watermarkFailures(path, attachment, results.fetches),
  ];
  if (ofFiles.length > 0) return ofFiles;
  const mediaType = fetched(url)?.mediaType;
  if (type !== undefined && mediaType !== undefined && type !== mediaType)
    return [{ ...mismatchedType(type, mediaType), path, url }];
  const result = results.renditions.get(keyOf(attachment, fetched) ?? '');
  if (!result) throw new Error(`nothing was made of ${path}`);
  return 'failure' in result ? [{ ...result.failure, path, url }] : [];
}

function fileFailures(
  at: { path: string; url: string },
  fetches: ProcessingResults['fetches'],
): PlacedFailure[] {
  const result = fetches.get(at.url);
  if (!result) throw new Error(`${at.path} was not looked at`);
  return 'failure' in result ? [{ ...result.failure, ...at }] : [];
}

function watermarkFailures(
  ofAttachment: string,
  { watermarkUrl: url }: Attachment,
  fetches: ProcessingResults['fetches'],
): PlacedFailure[] {
  if (url === undefined) return [];
  const at = { path: `${ofAttachment}.watermarkUrl`, url };
  const mediaType = fetchedIn(fetches)(url)?.mediaType;
  if (mediaType === undefined) return fileFailures(at, fetches);
  return DECODED_TYPES.includes(mediaType) ? [] : [{ ...notAWatermark(mediaType), ...at }];
}

/** Looks up what was fetched from a URL. */
export const fetchedIn =
  (fetches: ProcessingResults['fetches']) =>
  (url: string): FetchedAttachment | undefined => {
    const result = fetches.get(url);
    return result && 'fetched' in result ? result.fetched : undefined;
  };

function sentence(first: PlacedFailure, others: readonly PlacedFailure[]): string {
  const subject = `${first.path} (${first.url}) ${first.words}.`;
  if (others.length === 0) return subject;
  return `${subject} These attachments failed, too: ${others.map(({ path }) => path).join(', ')}.`;
}
