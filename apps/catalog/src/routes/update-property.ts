import { ProcessProperty, updateProperty as operation } from '@estate/contracts';
import { found } from '@estate/errors';
import { answer, changeIfMatch } from '@estate/messaging';
import { requireContact, withLiveContact } from '../contact-reference.ts';
import type { Deps } from '../deps.ts';
import { replacementFor } from '../domain/property.ts';
import { toResource } from '../domain/property-views.ts';
import { traceOf } from '../trace.ts';

/** Replaces a property's content and has it processed again. */
export const updateProperty = (deps: Deps) =>
  answer(operation, async ({ id, ...update }, caller) => {
    const key = { accountId: caller.accountId, id };
    const replaced = await changeIfMatch(caller, {
      shownBy: operation,
      read: async () => found(await deps.properties.find(key), 'property', id),
      show: toResource,
      write: async (present, only) => {
        const content = replacementFor(present, update);
        await requireContact(deps, caller.accountId, content.contactId);
        const when = { now: deps.clock(), trace: traceOf(caller) };
        return deps.properties.replace({ ...key, ...(only && { seen: present }) }, content, when);
      },
    });
    const record = found(replaced, 'property', id);
    deps.bus.wake(ProcessProperty, { propertyId: id });
    return toResource(await withLiveContact(deps, record));
  });
