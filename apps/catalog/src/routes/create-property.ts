import { ProcessProperty, createProperty as operation } from '@estate/contracts';
import type { PropertyInput } from '@estate/contracts';
import { Conflict } from '@estate/errors';
import { answer } from '@estate/messaging';
import type { Caller } from '@estate/messaging';
import { traceOf } from '@estate/observability';
import { createOnce } from '@estate/persistence';
import { createdAtOnce } from '../announcements.ts';
import type { Deps } from '../deps.ts';
import { withStoredAddresses } from '../domain/attachment-addresses.ts';
import { generatedExternalIds, newProperty } from '../domain/property.ts';
import type { ContactReference, PropertyRecord } from '../domain/property.ts';
import { externalIdTaken } from '../domain/property-refusals.ts';
import { toResource } from '../domain/property-views.ts';
import { usedUploads } from '../domain/uploaded-attachment.ts';
import { requireContact, withLiveContact } from '../contact-reference.ts';

/** Saves a property; its attachments are processed from now on. */
export const createProperty = (deps: Deps) =>
  answer(operation, async (given, caller) => {
    const input = withStoredAddresses(given, deps.addresses);
    const { accountId } = caller;
    const record = await createOnce(caller, {
      newId: deps.newId,
      find: (id) => deps.properties.find({ accountId, id }),
      create: async (id) => {
        const contact = await requireContact(deps, accountId, input.contactId);
        return saveFirstFree(deps, input, { id, caller, contact });
      },
    });
    if (record.processingStatus === 'pending') deps.bus.wake(ProcessProperty, { propertyId: record.id });
    return toResource(await withLiveContact(deps, record), deps.addresses);
  });

interface NewProperty {
  id: string;
  caller: Caller;
  contact: ContactReference;
}

async function saveFirstFree(
  deps: Deps,
  input: PropertyInput,
  { id, caller, contact }: NewProperty,
): Promise<PropertyRecord> {
  const identity = { id, accountId: caller.accountId, now: deps.clock(), ...contact };
  await deps.uploads.use(
    usedUploads({ accountId: caller.accountId, attachments: input.attachments ?? [] }),
    identity.now,
  );
  const candidates = input.externalId === undefined ? generatedExternalIds(id) : [input.externalId];
  for (const externalId of candidates) {
    const record = newProperty(input, { ...identity, externalId });
    const reason = { trace: traceOf(caller), messages: createdAtOnce(record, deps) };
    if (await deps.properties.add(record, reason)) return record;
  }
  const externalId = candidates.at(-1) ?? '';
  const takenBy = await deps.properties.idOfExternalId(caller.accountId, externalId);
  if (takenBy !== null) throw externalIdTaken(externalId, takenBy);
  throw new Conflict(
    `The property with the external id ${JSON.stringify(externalId)} was deleted at the same time. Try again.`,
  );
}
