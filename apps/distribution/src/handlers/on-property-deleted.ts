import { PropertyDeleted, checkProperty } from '@estate/contracts';
import { on } from '@estate/messaging';
import { traceOf } from '@estate/observability';
import type { Deps } from '../deps.ts';

/**
 * Removes the listing of a creation that lost against the deletion. The rules of both sides leave no live listing; if there is
 * one nevertheless, it is taken off its platform.
 */
export const onPropertyDeleted = ({ bus, clock, listings }: Pick<Deps, 'bus' | 'clock' | 'listings'>) =>
  on(PropertyDeleted, async ({ data, ...message }, { log }) => {
    const { propertyId } = data;
    const { accountId } = message;
    // A catalog that was restored has the property again.
    const isListed = (await listings.countOfProperty(accountId, propertyId)) > 0;
    if (isListed && (await bus.ask(checkProperty, { propertyId }, message)).exists) return;
    await listings.removePendingOfProperty(accountId, propertyId);
    const reason = { at: clock(), ...traceOf(message) };
    const orphans = await listings.deleteOfProperty(accountId, propertyId, reason);
    if (orphans > 0) log.error({ propertyId, orphans }, 'property.deleted-with-listings');
  });
