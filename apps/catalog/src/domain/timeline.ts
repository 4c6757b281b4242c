import { entryId } from '@estate/contracts';
import type { Actor, TimelineEntry } from '@estate/contracts';
import type { PropertyRecord } from './property.ts';

type Kept<E> = E extends { at: string } ? Omit<E, 'at'> & { at: Date } : never;

/** An entry of the timeline of a property as it is stored. */
export type PropertyEntry = Kept<Extract<TimelineEntry, { kind: `property_${string}` }>>;

interface Cause {
  at: Date;
  requestId?: string;
  actor?: Actor;
}

const causedBy = ({ at, requestId, actor }: Cause) => ({
  at,
  ...(requestId !== undefined && { requestId }),
  ...(actor && { actor }),
});

/** The first entry of a timeline; the cause is unknown if the property is older than its timeline. */
export const creationEntry = (
  { id, createdAt }: Pick<PropertyRecord, 'id' | 'createdAt'>,
  cause: Omit<Cause, 'at'> = {},
): PropertyEntry => ({
  id: entryId(createdAt, 'property_created', id),
  ...causedBy({ ...cause, at: createdAt }),
  kind: 'property_created',
  propertyId: id,
  revision: 1,
});

export const updateEntry = (
  { id, revision }: Pick<PropertyRecord, 'id' | 'revision'>,
  changed: string[],
  cause: Cause,
): PropertyEntry => ({
  id: entryId(cause.at, 'property_updated', `${id}:${revision}`),
  ...causedBy(cause),
  kind: 'property_updated',
  propertyId: id,
  revision,
  changed,
});

/** The same for the same deletion, whoever records it. */
export const deletionEntry = (propertyId: string, cause: Cause): PropertyEntry => ({
  id: entryId(cause.at, 'property_deleted', propertyId),
  ...causedBy(cause),
  kind: 'property_deleted',
  propertyId,
});

/** The entry as it is shown. */
export const toTimelineEntry = ({ at, ...entry }: PropertyEntry): TimelineEntry => ({
  ...entry,
  at: at.toISOString(),
});
