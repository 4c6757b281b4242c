import { PropertyDeleted, checkProperty } from '@estate/contracts';
import { on } from '@estate/messaging';
import type { Deps } from '../deps.ts';

/** An object whose property its customer has deleted is not known any more. */
export const onPropertyDeleted = ({ bus, known }: Pick<Deps, 'bus' | 'known'>) =>
  on(PropertyDeleted, async ({ data: { propertyId }, ...message }) => {
    // A catalog that was restored has the property again.
    if ((await bus.ask(checkProperty, { propertyId }, message)).exists) return;
    await known.forgetProperty(message.accountId, propertyId);
  });
