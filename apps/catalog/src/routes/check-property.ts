import { checkProperty as operation } from '@estate/contracts';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';

/** Whether a listing may be made for the property. */
export const checkProperty = ({ properties, clock }: Deps) =>
  answer(operation, async ({ propertyId }, { accountId }) => ({
    exists: await properties.isOpen({ accountId, id: propertyId }, clock()),
  }));
