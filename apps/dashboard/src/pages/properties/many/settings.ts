import type { Job } from '@estate/client';
import type { SalesState } from '../portals/sales-question.ts';

export type ManyAction = 'publish' | 'takeDown' | 'retry' | 'setContact' | 'setSalesStatus' | 'delete';

/** What an action needs beside the properties, as it is chosen. */
export interface Settings {
  /** None: all portals, where that is possible. */
  targetIds: readonly string[];
  contactId: string;
  salesStatus: SalesState;
}

export const NO_SETTINGS: Settings = { targetIds: [], contactId: '', salesStatus: 'reserved' };

/** What has to be chosen first, in words. */
export function missingIn(action: ManyAction, { targetIds, contactId }: Settings) {
  if (action === 'publish' && targetIds.length === 0) return 'many.choosePortal' as const;
  if (action === 'setContact' && contactId === '') return 'many.chooseContact' as const;
  return undefined;
}

/** What a job takes of it. */
export function orderOf(
  action: ManyAction,
  { targetIds, contactId, salesStatus }: Settings,
): Partial<Pick<Job, 'targetIds' | 'contactId' | 'salesStatus'>> {
  if (action === 'setContact') return { contactId };
  if (action === 'setSalesStatus') return { salesStatus };
  return action === 'delete' || targetIds.length === 0 ? {} : { targetIds: [...targetIds] };
}
