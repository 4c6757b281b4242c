import type { ListingState } from '@estate/contracts';
import type { Withheld } from './listing-times.ts';

/** The state of a listing, whatever stopped its target; saved with it, so that an index finds it. */
export const STANDINGS = ['published', 'update_failed', 'failed', 'unpublished', 'pending'] as const;
export type Standing = (typeof STANDINGS)[number];

interface Progress {
  published: boolean;
  preventPublication?: boolean | undefined;
  lastError?: unknown;
  lastPublishedAt?: Date | undefined;
  withheld?: Withheld | undefined;
}

export function standingOf({
  published,
  preventPublication,
  lastError,
  lastPublishedAt,
  withheld,
}: Progress): Standing {
  if (lastError !== undefined) return published ? 'update_failed' : 'failed';
  if (published) return 'published';
  if (withheld) return withheld === 'scheduled' ? 'pending' : 'unpublished';
  return preventPublication === true && lastPublishedAt !== undefined ? 'unpublished' : 'pending';
}

const STATES: Record<Standing, ListingState> = {
  published: 'published',
  update_failed: 'failed',
  failed: 'failed',
  unpublished: 'unpublished',
  pending: 'pending',
};

/** The state that a customer sees: a pause of the target shows only where nothing was ever published. */
export const stateOf = (standing: Standing, isPaused: boolean): ListingState =>
  isPaused && standing === 'pending' ? 'paused' : STATES[standing];

/** The standings that the listings in a state have. */
export const standingsIn = (state: ListingState): Standing[] =>
  STANDINGS.filter((standing) => stateOf(standing, state === 'paused') === state);

const SHOWN: ReadonlySet<Standing> = new Set(['published', 'update_failed']);

/** True if the platform shows the property of listings with this standing. */
export const isShown = (standing: Standing): boolean => SHOWN.has(standing);
