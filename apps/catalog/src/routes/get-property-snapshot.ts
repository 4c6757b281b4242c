import { getPropertySnapshot as operation } from '@estate/contracts';
import { found } from '@estate/errors';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { toContact } from '../domain/contact.ts';
import { toSnapshot } from '../domain/property-views.ts';

/** The property as it is to be published, with its contact. */
export const getPropertySnapshot = ({ properties, contacts }: Deps) =>
  answer(operation, async ({ propertyId }, { accountId }) => {
    const record = found(await properties.find({ accountId, id: propertyId }), 'property', propertyId);
    const { contactId } = record;
    const contact = contactId === undefined ? null : await contacts.find({ accountId, id: contactId });
    return toSnapshot(record, contact ? toContact(contact) : undefined);
  });
