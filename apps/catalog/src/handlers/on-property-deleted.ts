import { PropertyDeleted } from '@estate/contracts';
import { on } from '@estate/messaging';
import { traceOf } from '@estate/observability';
import type { Deps } from '../deps.ts';
import { deletionEntry } from '../domain/timeline.ts';

/** Records a deletion whose call crashed before it could; a deletion that is recorded stays as it is. */
export const onPropertyDeleted = ({ timeline }: Pick<Deps, 'timeline'>) =>
  on(PropertyDeleted, ({ data: { propertyId }, accountId, requestId, at }) =>
    timeline.add(accountId, deletionEntry(propertyId, { ...traceOf({ requestId }), at })),
  );
