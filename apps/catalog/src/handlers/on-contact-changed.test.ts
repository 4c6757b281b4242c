import { createLogger } from '@estate/observability';
import { newId } from '@estate/persistence';
import { describe, expect, it } from 'vitest';
import { ACCOUNT, NOW, SILENTLY, aContact, aProperty, fakeDeps } from '../../test/fakes.ts';
import { onContactChanged } from './on-contact-changed.ts';

const context = {
  signal: new AbortController().signal,
  log: createLogger({ service: 'test', level: 'silent' }),
};

const changed = (contactId: string, deleted: boolean) => ({
  id: newId(),
  accountId: ACCOUNT,
  requestId: 'req-test-0001',
  subject: 'fact.catalog.contact.changed.v1',
  at: NOW,
  attempt: 1,
  data: { contactId, deleted },
});

describe('a change of a contact', () => {
  it('a change of a contact gives every processed property a new revision once, also when it arrives twice', async () => {
    const deps = fakeDeps();
    const contact = { ...aContact(), revision: 2 };
    await deps.contacts.add(contact);
    const named = { contactId: contact.id, contactRevision: 1 };
    const record = aProperty({ ...named, processingStatus: 'failed' });
    await deps.properties.add(record, SILENTLY);
    const message = changed(contact.id, false);
    await onContactChanged(deps).handle(message, context);
    await onContactChanged(deps).handle({ ...message, attempt: 2 }, context);
    expect(deps.properties.messages).toMatchObject([
      { data: { propertyId: record.id, revision: 2, processingStatus: 'failed' } },
    ]);
  });

  it('a change of a contact is over for a property that named the contact after it', async () => {
    const deps = fakeDeps();
    const contact = { ...aContact(), revision: 2 };
    await deps.contacts.add(contact);
    const record = aProperty({ contactId: contact.id, contactRevision: 2, processingStatus: 'successful' });
    await deps.properties.add(record, SILENTLY);
    await onContactChanged(deps).handle(changed(contact.id, false), context);
    expect(deps.properties.messages).toEqual([]);
  });

  it('a change of a contact that is its end leaves the properties without a contact', async () => {
    const deps = fakeDeps();
    const contactId = newId();
    const record = aProperty({ contactId, contactRevision: 1 });
    await deps.properties.add(record, SILENTLY);
    await onContactChanged(deps).handle(changed(contactId, true), context);
    expect(await deps.properties.find({ accountId: ACCOUNT, id: record.id })).not.toHaveProperty('contactId');
    expect(deps.properties.messages).toEqual([]);
  });
});
