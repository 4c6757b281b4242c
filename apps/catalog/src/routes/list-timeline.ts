import { listCatalogTimeline as operation } from '@estate/contracts';
import { answer, readable } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { toTimelineEntry } from '../domain/timeline.ts';

/** The changes of a property, deleted or not. */
export const listTimeline = ({ timeline }: Pick<Deps, 'timeline'>) =>
  answer(operation, async ({ propertyId = '', limit, startAfter }, { accountId }) => {
    const { data, ...about } = await timeline.part(accountId, propertyId, { limit, startAfter });
    return { ...about, data: data.map(readable(toTimelineEntry)) };
  });
