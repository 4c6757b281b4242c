import { checkProperty as operation } from '@estate/contracts';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { toSummary } from '../domain/property-views.ts';

/** Whether a listing may be made for the property. */
export const checkProperty = ({ properties, clock }: Deps) =>
  answer(operation, async ({ propertyId }, { accountId }) => {
    const record = await properties.findOpen({ accountId, id: propertyId }, clock());
    if (!record) return { exists: false };
    const { processingStatus, revision } = record;
    const isPublished = processingStatus !== 'pending';
    return { exists: true, summary: toSummary(record), ...(isPublished && { revision }) };
  });
