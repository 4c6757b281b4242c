import { ContactChanged } from '@estate/contracts';
import { on } from '@estate/messaging';
import { propertyChanged } from '../announcements.ts';
import type { Deps } from '../deps.ts';

/** Brings the properties of a contact up to date; safe to run twice. */
export const onContactChanged = (deps: Deps) =>
  on(ContactChanged, async ({ id, accountId, data }) => {
    const change = { accountId, ...data, messageId: id, now: deps.clock() };
    await deps.properties.followContact(change, (next) =>
      propertyChanged({ ...next, propertyId: next.id }, deps),
    );
  });
