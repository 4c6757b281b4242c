import type { TimelineEntry } from '@estate/client';
import type { MessageKey } from '../text/messages.ts';
import { knownKey } from '../text/messages.ts';

export type EntryOf<K extends TimelineEntry['kind']> = Extract<TimelineEntry, { kind: K }>;
type EventEntry = EntryOf<'event'>;
type Tone = 'good' | 'bad' | '';

/** The title of an entry; undefined for a kind that is newer than this page. */
export function titleOf(entry: TimelineEntry): MessageKey | undefined {
  switch (entry.kind) {
    case 'publication_attempt':
      return knownKey(`attempt.${entry.operation}.${entry.outcome}`);
    case 'listing_answered':
      return knownKey(`platformState.${entry.state}`);
    case 'property_updated':
      return entry.changed.length === 0 ? 'timeline.property_unchanged' : 'timeline.property_updated';
    case 'event':
      return (
        (entry.operation === 'delete' ? REMOVALS[entry.eventName] : undefined) ??
        knownKey(`event.${entry.eventName}`)
      );
    default:
      return knownKey(`timeline.${entry.kind}`);
  }
}

const REMOVALS: Readonly<Record<string, MessageKey>> = {
  'publication.succeeded': 'event.removed',
  'publication.failed': 'event.removalFailed',
};

const ANSWER_TONES: Readonly<Record<EntryOf<'listing_answered'>['state'], Tone>> = {
  confirmed: 'good',
  rejected: 'bad',
  removed: 'bad',
  unknown: '',
};

export function toneOf(entry: TimelineEntry): Tone {
  if (entry.kind === 'publication_attempt') return entry.outcome === 'succeeded' ? 'good' : 'bad';
  if (entry.kind === 'listing_answered') return ANSWER_TONES[entry.state];
  if (entry.kind !== 'event') return '';
  return /fail|disabled|rejected/.test(entry.eventName) ? 'bad' : 'good';
}

/** The page of an entry's resource; undefined if that was deleted. */
export function placeOfEntry(entry: TimelineEntry, entries: readonly TimelineEntry[]): string | undefined {
  switch (entry.kind) {
    case 'request':
      return `/requests/${entry.contactRequestId}`;
    case 'event':
      return placeOfEvent(entry, entries);
    case 'property_created':
    case 'property_updated':
    case 'property_deleted':
      return propertyPlace(entry.propertyId, entries);
    default:
      return listingPlace(entry, entries);
  }
}

function placeOfEvent(event: EventEntry, entries: readonly TimelineEntry[]): string | undefined {
  const { eventName, propertyId, listingId, targetId } = event;
  if (eventName.startsWith('request.')) {
    const about = new URLSearchParams({ type: eventName, ...(propertyId !== undefined && { propertyId }) });
    return `/events?${about.toString()}`;
  }
  if (listingId !== undefined) return listingPlace({ listingId, propertyId }, entries);
  if (propertyId !== undefined) return propertyPlace(propertyId, entries);
  return targetId === undefined ? undefined : `/targets/${targetId}`;
}

/** A listing that was taken down has no page; its property may have one. */
function listingPlace(
  { listingId, propertyId }: { listingId: string; propertyId?: string | undefined },
  entries: readonly TimelineEntry[],
): string | undefined {
  const isGone = entries.some(
    (one) =>
      one.kind === 'publication_attempt' &&
      one.operation === 'delete' &&
      one.outcome === 'succeeded' &&
      one.listingId === listingId,
  );
  if (!isGone) return `/listings/${listingId}`;
  return propertyId === undefined ? undefined : propertyPlace(propertyId, entries);
}

const propertyPlace = (propertyId: string, entries: readonly TimelineEntry[]): string | undefined =>
  entries.some((one) => one.kind === 'property_deleted' && one.propertyId === propertyId)
    ? undefined
    : `/properties/${propertyId}`;
