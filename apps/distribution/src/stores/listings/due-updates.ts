import { NO_ATTEMPTS } from '../../domain/publication.ts';
import type { Cause } from '../../domain/listing.ts';
import { ALL_FILES_AGAIN, UNLISTED } from './listing-document.ts';

/** Why a listing is to be published again. */
export interface Reason extends Cause {
  at: Date;
}

/** A change that nobody called for has no actor. */
export const dueFor = ({ at, requestId, traceparent, actor }: Reason) => ({
  $set: {
    dueAt: at,
    ...NO_ATTEMPTS,
    'wanted.requestId': requestId,
    ...(traceparent !== undefined && { 'wanted.traceparent': traceparent }),
    ...(actor && { 'wanted.actor': actor }),
  },
  // A refusal is reported again if it comes again.
  $unset: { stillOnline: '' as const, ...(!actor && { 'wanted.actor': '' as const }) },
});

export function dueNow(reason: Reason) {
  const { $set, $unset } = dueFor(reason);
  return {
    $set: { ...$set, updatedAt: reason.at },
    $unset: { ...$unset, ...ALL_FILES_AGAIN },
    $inc: { 'wanted.version': 1 },
  };
}

export function deletion(reason: Reason) {
  const { $set, $unset, $inc } = dueNow(reason);
  const deleted = { state: 'deleted' as const, 'wanted.action': 'delete' as const };
  return {
    $set: { ...$set, ...deleted },
    $unset: { ...$unset, counts: '' as const, plannedAt: '' as const, ...UNLISTED },
    $inc,
  };
}
