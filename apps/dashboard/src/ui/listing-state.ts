import type { Listing, PropertyListing } from '@estate/client';
import type { Tone } from './badge.tsx';

type ShownState = Listing['state'] | 'updateFailed' | 'planned';

/**
 * The shown state differs from the API's: a failed update leaves the previous publication online, and a planned listing is not being
 * published yet.
 */
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
