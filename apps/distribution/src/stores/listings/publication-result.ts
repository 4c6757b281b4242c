import type { OutgoingMessage } from '@estate/messaging';
import type { UpdateFilter } from '@estate/persistence';
import type { LastError, ListingRecord } from '../../domain/listing.ts';
import type { ListingDoc } from './listing-document.ts';

/** The end of one attempt, and the event it causes. */
export type PublicationResult =
  | {
      kind: 'published';
      at: Date;
      event: OutgoingMessage;
      revision: number;
      shown: boolean;
      publicUrl?: string;
    }
  | { kind: 'failed'; at: Date; event: OutgoingMessage; lastError: LastError; seenRevision?: number }
  /** `takenOff`: the platform has said so, which stays true whatever is wanted by now. */
  | { kind: 'ended'; at: Date; event: OutgoingMessage; takenOff: boolean }
  | { kind: 'repeat'; at: Date; attempt: number; dueAt: Date; lastError: LastError }
  | { kind: 'later'; dueAt: Date; internalErrors?: number };

export function publishedUpdate(
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
    },
    $max: { heardRevision: result.revision },
    $unset: { lastError: '', formerNumber: '', ...(!result.shown && { publicUrl: '' as const }) },
    $push: { outbox: result.event },
  };
}

const endedUpdate = ({
  at,
  event,
}: Extract<PublicationResult, { kind: 'ended' }>): UpdateFilter<ListingDoc> => ({
  $set: { state: 'ended', published: false, removeWhenSent: true, updatedAt: at },
  $unset: { dueAt: '' },
  $push: { outbox: event },
});

export function settledUpdate(record: ListingRecord, result: PublicationResult): UpdateFilter<ListingDoc> {
  switch (result.kind) {
    case 'ended':
      return endedUpdate(result);
    case 'published': {
      const update = publishedUpdate(record, result);
      return {
        ...update,
        $set: { ...update.$set, attempt: 0 },
        $unset: { ...update.$unset, dueAt: '', troubles: '' },
      };
    }
    case 'failed':
      return {
        $set: { attempt: 0, lastError: result.lastError, updatedAt: result.at },
        ...(result.seenRevision !== undefined && { $max: { heardRevision: result.seenRevision } }),
        $unset: { dueAt: '', troubles: '' },
        $push: { outbox: result.event },
      };
    case 'repeat':
      return {
        $set: {
          attempt: result.attempt,
          dueAt: result.dueAt,
          lastError: result.lastError,
          updatedAt: result.at,
        },
        $unset: { troubles: '' },
      };
    case 'later': {
      const { dueAt, internalErrors: troubles } = result;
      return { $set: { dueAt, ...(troubles !== undefined && { troubles }) } };
    }
  }
}
