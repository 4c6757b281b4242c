import type { Listing, PropertyListing } from '@estate/client';
import type { Tone } from './badge.tsx';

type ShownState = Listing['state'] | 'updateFailed' | 'planned';

/** A failed update leaves on the platform what was published before, and a planned listing is not being published yet. */
export function shownStateOf({
  state,
  published,
  scheduledFor,
}: Pick<PropertyListing, 'state' | 'published' | 'scheduledFor'>): ShownState {
  if (state === 'failed' && published) return 'updateFailed';
  return state === 'pending' && scheduledFor !== undefined ? 'planned' : state;
}

export const LISTING_TONES: Readonly<Record<ShownState, Tone>> = {
  published: 'good',
  updateFailed: 'bad',
  failed: 'bad',
  pending: 'busy',
  planned: 'busy',
  paused: 'busy',
  unpublished: 'calm',
};
