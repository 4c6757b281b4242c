import { PropertyDeleted } from '@estate/contracts';
import { on } from '@estate/messaging';
import { traceOf } from '@estate/observability';
import type { Deps } from '../deps.ts';

/**
 * Removes the listing of a creation that lost against the deletion. The rules of both sides leave no live listing; if there is
 * one nevertheless, it is taken off its platform.
 */
export const onPropertyDeleted = ({ clock, listings }: Pick<Deps, 'clock' | 'listings'>) =>
  on(PropertyDeleted, async ({ data, ...message }, { log }) => {
    await listings.removePendingOfProperty(data.propertyId);
    const orphans = await listings.deleteOfProperty(data.propertyId, {
      at: clock(),
      ...traceOf(message),
    });
    if (orphans > 0) log.error({ propertyId: data.propertyId, orphans }, 'property.deleted-with-listings');
  });
