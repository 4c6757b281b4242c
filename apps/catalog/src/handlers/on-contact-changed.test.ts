import { createLogger } from '@estate/observability';
import { newId } from '@estate/persistence';
import { describe, expect, it } from 'vitest';
import { ACCOUNT, NOW, aProperty, fakeDeps } from '../../test/fakes.ts';
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
  it('gives every property that ended processing a new revision once, also when it is told twice', async () => {
    const deps = fakeDeps();
    const contactId = newId();
    const record = aProperty({ contactId, processingStatus: 'failed' });
    await deps.properties.add(record);
    const message = changed(contactId, false);
    await onContactChanged(deps).handle(message, context);
    await onContactChanged(deps).handle({ ...message, attempt: 2 }, context);
    expect(deps.properties.told).toMatchObject([
      { data: { propertyId: record.id, revision: 2, processingStatus: 'failed' } },
    ]);
  });

  it('that is its end leaves the properties without a contact', async () => {
    const deps = fakeDeps();
    const contactId = newId();
    const record = aProperty({ contactId });
    await deps.properties.add(record);
    await onContactChanged(deps).handle(changed(contactId, true), context);
    expect(await deps.properties.find({ accountId: ACCOUNT, id: record.id })).not.toHaveProperty('contactId');
    expect(deps.properties.told).toEqual([]);
  });
});
