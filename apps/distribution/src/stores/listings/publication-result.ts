import { NO_ATTEMPTS } from '../../domain/publication.ts';
import type { OutgoingMessage } from '@estate/messaging';
import type { Filter, UpdateFilter } from '@estate/persistence';
import { standingOf } from '../../domain/listing-standing.ts';
import type { LastError, ListingRecord, StillOnline } from '../../domain/listing.ts';
import type { PlatformAnswer } from '../../domain/platform-answer.ts';
import type { SentFiles } from '../../domain/sent-files.ts';
import type { Withheld } from '../../domain/listing-times.ts';
import type { ListingDoc } from './listing-document.ts';

/** The immediate answer of the platform, and the event about it. */
interface Answered {
  answer: PlatformAnswer;
  event: OutgoingMessage | undefined;
}

/** The end of one attempt, and the event it causes. */
export type PublicationResult =
  | {
      kind: 'published';
      at: Date;
      event: OutgoingMessage;
      revision: number;
      shown: boolean;
      publicUrl?: string;
      answered?: Answered | undefined;
      sentFiles?: SentFiles | undefined;
    }
  /** Where the platform fetches it; who hears of that hears it with the fetch. */
  | { kind: 'placed'; at: Date; revision: number }
  /** Without an event when it was reported before. */
  | {
      kind: 'failed';
      at: Date;
      event?: OutgoingMessage;
      lastError: LastError;
      seenRevision?: number;
      stillOnline?: StillOnline;
      answered?: Answered | undefined;
    }
  /** `takenOff`: the platform has said so, which stays true whatever is wanted by now. */
  | { kind: 'ended'; at: Date; event: OutgoingMessage; takenOff: boolean }
  /** The listing stays and is off the platform; without an event it was there already. */
  | { kind: 'withheld'; at: Date; withheld: Withheld; event?: OutgoingMessage }
  | { kind: 'repeat'; at: Date; attempt: number; dueAt: Date; lastError: LastError }
  | { kind: 'later'; dueAt: Date; internalErrors?: number };

const answerOf = ({ answered }: { answered?: Answered | undefined }) =>
  answered && { platformAnswer: answered.answer };

/** The event of the attempt, then that of the answer. */
const eventsOf = (result: { event?: OutgoingMessage; answered?: Answered | undefined }): OutgoingMessage[] =>
  [result.event, result.answered?.event].filter((event) => event !== undefined);

function publishedUpdate(
  record: ListingRecord,
  result: Extract<PublicationResult, { kind: 'published' }>,
): UpdateFilter<ListingDoc> {
  return {
    $set: {
      published: result.shown,
      publishedRevision: result.revision,
      doneVersion: record.wanted.version,
      lastPublishedAt: result.at,
      updatedAt: result.at,
      ...(result.publicUrl !== undefined && { publicUrl: result.publicUrl }),
      ...answerOf(result),
    },
    $max: { heardRevision: result.revision },
    $unset: {
      lastError: '',
      formerNumber: '',
      withheld: '',
      ...(!result.shown && { publicUrl: '' as const }),
    },
    $push: { outbox: { $each: eventsOf(result) } },
  };
}

/** A listing that is shown stays so; its platform fetches the newer content later. */
export const placedUpdate = (
  { wanted, preventPublication, lastPublishedAt }: ListingRecord,
  { at, revision }: Extract<PublicationResult, { kind: 'placed' }>,
  published: boolean,
): UpdateFilter<ListingDoc> => ({
  $set: {
    ...{ publishedRevision: revision, doneVersion: wanted.version, ...NO_ATTEMPTS, updatedAt: at },
    standing: standingOf({ published, preventPublication, lastPublishedAt }),
  },
  $max: { heardRevision: revision },
  $unset: { lastError: '', formerNumber: '', withheld: '', dueAt: '', troubles: '', stillOnline: '' },
});

const endedUpdate = ({
  at,
  event,
}: Extract<PublicationResult, { kind: 'ended' }>): UpdateFilter<ListingDoc> => ({
  $set: { state: 'ended', published: false, removeWhenSent: true, updatedAt: at },
  $unset: { dueAt: '' },
  $push: { outbox: event },
});

type Published = Extract<PublicationResult, { kind: 'published' }>;
type WithheldResult = Extract<PublicationResult, { kind: 'withheld' }>;

/** The fields that a listing loses when it is taken down. */
const OFF_THE_PLATFORM = {
  lastError: '',
  publicUrl: '',
  publishedRevision: '',
  formerNumber: '',
  platformAnswer: '',
  remote: '',
} as const;

const withheldUpdate = (
  { remote }: ListingRecord,
  { at, withheld, event }: WithheldResult,
): UpdateFilter<ListingDoc> => ({
  $set: {
    published: false,
    everUploaded: false,
    withheld,
    standing: standingOf({ published: false, withheld }),
    updatedAt: at,
    ...(remote?.objectId !== undefined && { formerObjectId: remote.objectId }),
  },
  $unset: OFF_THE_PLATFORM,
  ...(event && { $push: { outbox: event } }),
});

/** The state of a listing after a publication. */
const standingAfter = ({ shown, at }: Published, preventPublication: boolean | undefined) =>
  standingOf({ published: shown, preventPublication, lastPublishedAt: at });

/**
 * The same where something newer is wanted by now: the listing may be on its way off the platform, or the platform may be
 * wanted to show it. The first filter that matches decides.
 */
export function supersededUpdates(
  record: ListingRecord,
  result: Published | WithheldResult,
): [Filter<ListingDoc>, UpdateFilter<ListingDoc>][] {
  if (result.kind === 'withheld') {
    const { $set, ...whole } = withheldUpdate(record, result);
    const { standing: _, ...unlisted } = $set as Partial<ListingDoc>;
    return [
      [{ state: 'live' }, { ...whole, $set: $set ?? {} }],
      [{}, { ...whole, $set: unlisted }],
    ];
  }
  const { $set, ...others } = publishedUpdate(record, result);
  const standingAs = (prevented: boolean): UpdateFilter<ListingDoc> => ({
    ...others,
    $set: { ...$set, standing: standingAfter(result, prevented) },
  });
  return [
    [{ state: 'live', preventPublication: true }, standingAs(true)],
    [{ state: 'live' }, standingAs(false)],
    [{}, { ...others, $set: { ...$set } }],
  ];
}

/** A listing that is being deleted is in no list. */
const failing = ({ state, published }: ListingRecord, lastError: LastError) =>
  state === 'live' && { standing: standingOf({ published, lastError }) };

const failedUpdate = (
  record: ListingRecord,
  result: Extract<PublicationResult, { kind: 'failed' }>,
): UpdateFilter<ListingDoc> => ({
  $set: {
    attempt: record.attempt + 1,
    lastError: result.lastError,
    updatedAt: result.at,
    ...failing(record, result.lastError),
    ...(result.stillOnline && { stillOnline: result.stillOnline }),
    ...answerOf(result),
  },
  ...(result.seenRevision !== undefined && { $max: { heardRevision: result.seenRevision } }),
  $unset: { dueAt: '', troubles: '', ...(!result.stillOnline && { stillOnline: '' }) },
  $push: { outbox: { $each: eventsOf(result) } },
});

export function settledUpdate(record: ListingRecord, result: PublicationResult): UpdateFilter<ListingDoc> {
  switch (result.kind) {
    case 'ended':
      return endedUpdate(result);
    case 'published': {
      const update = publishedUpdate(record, result);
      return {
        ...update,
        $set: {
          ...update.$set,
          ...NO_ATTEMPTS,
          standing: standingAfter(result, record.preventPublication),
          // Not where something newer is wanted: that may be that everything is sent again.
          ...(result.sentFiles && { sentFiles: result.sentFiles }),
        },
        $unset: { ...update.$unset, dueAt: '', troubles: '', stillOnline: '' },
      };
    }
    case 'placed':
      return placedUpdate(record, result, record.published);
    case 'withheld': {
      const update = withheldUpdate(record, result);
      return {
        ...update,
        $set: { ...update.$set, doneVersion: record.wanted.version, ...NO_ATTEMPTS },
        $unset: { ...update.$unset, dueAt: '', troubles: '', stillOnline: '' },
      };
    }
    case 'failed':
      return failedUpdate(record, result);
    case 'repeat':
      return {
        $set: {
          attempt: result.attempt,
          dueAt: result.dueAt,
          lastError: result.lastError,
          updatedAt: result.at,
          ...failing(record, result.lastError),
        },
        $unset: { troubles: '' },
      };
    case 'later': {
      const { dueAt, internalErrors: troubles } = result;
      return { $set: { dueAt, ...(troubles !== undefined && { troubles }) } };
    }
  }
}
