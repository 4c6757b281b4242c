import { compareRevisions as operation } from '@estate/contracts';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { toSummary } from '../domain/property-views.ts';

/** Which properties have another revision than the caller knows. */
export const compareRevisions = ({ propertyRevisions }: Pick<Deps, 'propertyRevisions'>) =>
  answer(operation, async ({ properties }) => {
    const revisions = new Map(properties.map(({ propertyId, revision }) => [propertyId, revision]));
    const records = await propertyRevisions.others(revisions);
    const data = records.map((record) => ({
      propertyId: record.id,
      revision: record.revision,
      summary: toSummary(record),
    }));
    return { data };
  });
