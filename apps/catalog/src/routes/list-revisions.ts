import { listRevisions as operation } from '@estate/contracts';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';

/** The present revisions of properties, whatever account they belong to. */
export const listRevisions = ({ propertyRevisions }: Pick<Deps, 'propertyRevisions'>) =>
  answer(operation, async ({ ids }) => ({ data: await propertyRevisions.of(ids) }));
