import type { Job, JobInput } from '@estate/client';
import type { SalesState } from '../properties/portals/sales-question.ts';

export type ManyAction = 'publish' | 'takeDown' | 'retry' | 'setContact' | 'setSalesStatus' | 'delete';

/** Resources whose rows can be selected. */
export type Resource = 'properties' | 'listings';

export const ACTIONS_OF: Readonly<Record<Resource, readonly ManyAction[]>> = {
  properties: ['publish', 'takeDown', 'retry', 'setContact', 'setSalesStatus', 'delete'],
  listings: ['retry', 'takeDown'],
};

/** Single rows, or all that match the filters of the list. */
export interface Selected {
  of: Resource;
  ids?: string[];
  filter?: object;
}

/**
 * The part of a job's input that selects its resources. Listings are selected by their own ids, so that no other listing of the property is
 * affected.
 */
export function chosenOf({ of, ids, filter }: Selected): Partial<JobInput> {
  if (of === 'properties') return ids ? { ids } : { filter };
  return ids ? { listingIds: ids } : { listingFilter: filter };
}

/** The message keys for one kind of rows. */
export const wordsOf = (of: Resource) => (of === 'properties' ? OF_PROPERTIES : OF_LISTINGS);

const OF_PROPERTIES = {
  tooMany: 'many.tooMany',
  label: (action: ManyAction) => `many.${action}` as const,
  title: (action: ManyAction) => `many.${action}Title` as const,
  text: (action: ManyAction) => `many.${action}Text` as const,
} as const;

const onListings = (action: ManyAction) => (action === 'takeDown' ? 'takeDown' : 'retry');

const OF_LISTINGS = {
  tooMany: 'manyListings.tooMany',
  label: (action: ManyAction) => `manyListings.${onListings(action)}` as const,
  title: (action: ManyAction) => `manyListings.${onListings(action)}Title` as const,
  text: (action: ManyAction) => `manyListings.${onListings(action)}Text` as const,
} as const;

/** The chosen settings of an action. */
export interface Settings {
  /** Empty for all portals, where that is possible. */
  targetIds: readonly string[];
  contactId: string;
  salesStatus: SalesState;
}

export const NO_SETTINGS: Settings = { targetIds: [], contactId: '', salesStatus: 'reserved' };

/** The message about the setting that is still missing. */
export function missingIn(action: ManyAction, { targetIds, contactId }: Settings) {
  if (action === 'publish' && targetIds.length === 0) return 'many.choosePortal' as const;
  if (action === 'setContact' && contactId === '') return 'many.chooseContact' as const;
  return undefined;
}

/** The part of a job's input with the settings. */
export function orderOf(
  action: ManyAction,
  { targetIds, contactId, salesStatus }: Settings,
): Partial<Pick<Job, 'targetIds' | 'contactId' | 'salesStatus'>> {
  if (action === 'setContact') return { contactId };
  if (action === 'setSalesStatus') return { salesStatus };
  return action === 'delete' || targetIds.length === 0 ? {} : { targetIds: [...targetIds] };
}
