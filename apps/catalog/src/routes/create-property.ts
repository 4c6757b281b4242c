import { ProcessProperty, createProperty as operation } from '@estate/contracts';
import type { PropertyInput } from '@estate/contracts';
import { Conflict } from '@estate/errors';
import { answer } from '@estate/messaging';
import type { Caller } from '@estate/messaging';
import { createOnce } from '@estate/persistence';
import type { Deps } from '../deps.ts';
import { generatedExternalIds, newProperty } from '../domain/property.ts';
import type { PropertyRecord } from '../domain/property.ts';
import { externalIdTaken } from '../domain/property-refusals.ts';
import { toResource } from '../domain/property-views.ts';
import { requireContact, withLiveContact } from '../contact-reference.ts';
import { traceOf } from '../trace.ts';

/** Saves a property, due to be processed at once. */
export const createProperty = (deps: Deps) =>
  answer(operation, async (input, caller) => {
    const { accountId, reservedId } = caller;
    const record = await createOnce(reservedId, {
      newId: deps.newId,
      find: (id) => deps.properties.find({ accountId, id }),
      create: async (id) => {
        await requireContact(deps, accountId, input.contactId);
        return saveFirstFree(deps, input, { id, caller });
      },
    });
    deps.bus.wake(ProcessProperty, { propertyId: record.id });
    return toResource(await withLiveContact(deps, record));
  });

async function saveFirstFree(
  deps: Deps,
  input: PropertyInput,
  { id, caller }: { id: string; caller: Caller },
): Promise<PropertyRecord> {
  const identity = { id, accountId: caller.accountId, now: deps.clock() };
  const candidates = input.externalId === undefined ? generatedExternalIds(id) : [input.externalId];
  for (const externalId of candidates) {
    const record = newProperty(input, { ...identity, externalId });
    if (await deps.properties.add(record, traceOf(caller))) return record;
  }
  const externalId = candidates.at(-1) ?? '';
  const takenBy = await deps.properties.idOfExternalId(caller.accountId, externalId);
  if (takenBy !== null) throw externalIdTaken(externalId, takenBy);
  throw new Conflict(
    `The property with the external id ${JSON.stringify(externalId)} was deleted just now; try again.`,
  );
}
