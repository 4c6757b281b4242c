import * as contracts from '@estate/contracts';
import { Conflict, found } from '@estate/errors';
import { answer, changeIfMatch, readable } from '@estate/messaging';
import type { Caller } from '@estate/messaging';
import { traceOf } from '@estate/observability';
import { createOnce } from '@estate/persistence';
import { createdAtOnce, endedAtOnce, propertyDeleted } from '../announcements.ts';
import { requireContact, withLiveContact } from '../contact-reference.ts';
import type { Deps } from '../deps.ts';
import { withStoredAddresses } from '../domain/attachment-addresses.ts';
import { beingDeleted, externalIdTaken, propertyHasListings } from '../domain/property-refusals.ts';
import { toResource } from '../domain/property-views.ts';
import { generatedExternalIds, newProperty, replaced, replacementFor } from '../domain/property.ts';
import type { ContactReference, PropertyRecord } from '../domain/property.ts';
import { deletionEntry, toTimelineEntry } from '../domain/timeline.ts';
import { usedUploads } from '../domain/uploaded-attachment.ts';
import { RememberedProperties } from '../remembered-properties.ts';
import type { PropertyKey } from '../stores/property-store.ts';

/** Saves a property; its attachments are processed from now on. */
export const createProperty = (deps: Deps) =>
  answer(contracts.createProperty, async (given, caller) => {
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
    if (record.processingStatus === 'pending')
      deps.bus.wake(contracts.ProcessProperty, { propertyId: record.id });
    return toResource(await withLiveContact(deps, record), deps.addresses);
  });

interface NewProperty {
  id: string;
  caller: Caller;
  contact: ContactReference;
}

async function saveFirstFree(
  deps: Deps,
  input: contracts.PropertyInput,
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
  const takenBy = await deps.properties.ofExternalId(caller.accountId, externalId);
  if (takenBy) throw externalIdTaken(externalId, takenBy.propertyId);
  throw new Conflict(
    `The property with the external id ${JSON.stringify(externalId)} was deleted at the same time. Try again.`,
    { code: 'external-id-deleted' },
  );
}

/** One page of the account's properties. */
export const listProperties = ({ properties, addresses, bus }: Deps) =>
  answer(contracts.listProperties, async ({ targetId, listingState: state, ...query }, caller) => {
    const isListed = targetId !== undefined || state !== undefined;
    const { records, ...page } = await properties.list(caller.accountId, {
      ...query,
      ...(isListed && {
        among: (propertyIds: string[]) =>
          bus.ask(
            contracts.findListedProperties,
            { propertyIds, order: query.order, targetId, state },
            caller,
          ),
      }),
    });
    return { ...page, data: records.map(readable((record) => toResource(record, addresses))) };
  });

/** One property of the account. */
export const getProperty = ({ properties, propertyRevisions, addresses }: Deps) => {
  const remembered = new RememberedProperties(propertyRevisions);
  return answer(contracts.getProperty, async ({ id }, { accountId }) => {
    const known = await remembered.find({ accountId, id });
    if (known) return known;
    const record = found(await properties.find({ accountId, id }), 'property', id);
    return remembered.add(record, toResource(record, addresses));
  });
};

/** Replaces a property's content; its attachments are processed again. */
export const updateProperty = (deps: Deps) =>
  answer(contracts.updateProperty, async ({ id, ...input }, caller) => {
    const update = withStoredAddresses(input, deps.addresses);
    const key = { accountId: caller.accountId, id };
    const written = await changeIfMatch(caller, {
      shownBy: contracts.updateProperty,
      read: async () => found(await deps.properties.find(key), 'property', id),
      show: (record) => toResource(record, deps.addresses),
      write: (present, only) =>
        only ? replace(deps, present, { update, caller }) : replaceNewest(deps, present, { update, caller }),
    });
    const record = found(written, 'property', id);
    if (record.processingStatus === 'pending') deps.bus.wake(contracts.ProcessProperty, { propertyId: id });
    return toResource(await withLiveContact(deps, record), deps.addresses);
  });

interface Order {
  update: contracts.PropertyUpdate;
  caller: Caller;
}

/** Null when the property has changed since it was read. */
async function replace(
  deps: Deps,
  present: PropertyRecord,
  { update, caller }: Order,
): Promise<PropertyRecord | null> {
  const content = replacementFor(present, update);
  const contact = await requireContact(deps, caller.accountId, content.contactId);
  const next = replaced(present, { ...content, ...contact }, deps.clock());
  // Uploads that the property no longer names are kept as long as uploads that were never named.
  await deps.uploads.use(usedUploads(present, next), next.updatedAt);
  // A property with attachments is processed, which does the same.
  if (next.renditions.length === 0) await keepForPublications(deps, present);
  return deps.properties.replace(present, next, {
    trace: traceOf(caller),
    messages: endedAtOnce(next, deps),
  });
}

/** Published files count as put just now: a publication on its way may still read them. */
async function keepForPublications(
  { bytes }: Pick<Deps, 'bytes'>,
  { renditions }: PropertyRecord,
): Promise<void> {
  if (renditions.length > 0) await bytes.touchAll(renditions.map(({ sha256 }) => sha256));
}

const TRIES = 50;

/** Tries again with the newest revision while other requests change the property; null when it is gone. */
async function replaceNewest(
  deps: Deps,
  present: PropertyRecord,
  order: Order,
): Promise<PropertyRecord | null> {
  let seen: PropertyRecord | null = present;
  for (let attempt = 1; seen !== null && attempt <= TRIES; attempt += 1) {
    const written = await replace(deps, seen, order);
    if (written !== null) return written;
    seen = await deps.properties.find(present);
  }
  if (seen === null) return null;
  const message = `The property ${present.id} is being changed by other requests. Try again.`;
  throw new Conflict(message, { code: 'property-changed' });
}

/**
 * Deletes a property without listings. The mark is set before the count, so that a listing that is created at the same
 * time is not missed.
 */
export const deleteProperty = (deps: Deps) =>
  answer(contracts.deleteProperty, async ({ id }, caller) => {
    const key = { accountId: caller.accountId, id };
    const removed = await changeIfMatch(caller, {
      shownBy: contracts.deleteProperty,
      read: async () => found(await deps.properties.find(key), 'property', id),
      show: (record) => toResource(record, deps.addresses),
      write: (present, only) => removeMarked(deps, caller, { ...key, ...(only && { seen: present }) }),
    });
    return toResource(found(removed, 'property', id), deps.addresses);
  });

/** Null when the property is gone or has changed since it was read. */
async function removeMarked(deps: Deps, caller: Caller, key: PropertyKey): Promise<PropertyRecord | null> {
  const { properties, bus } = deps;
  const token = deps.newId();
  const marked = await properties.markDeleting(key, { token, now: deps.clock() });
  if (marked === null) return null;
  const unmark = () => properties.unmarkDeleting({ accountId: key.accountId, id: key.id }, token);
  try {
    const { count } = await bus.ask(contracts.countListings, { propertyId: key.id }, caller);
    if (count > 0) throw propertyHasListings(count);
  } catch (error) {
    await unmark();
    throw error;
  }
  await deps.uploads.use(usedUploads(marked), deps.clock());
  const deleted = propertyDeleted(marked, deps);
  if (await properties.remove(key, token, deleted)) {
    // Should this fail, the handler of the message records it.
    await deps.timeline.add(key.accountId, deletionEntry(key.id, deleted)).catch(() => undefined);
    return marked;
  }
  if (!key.seen) throw beingDeleted(key.id);
  await unmark();
  return null;
}

/** The changes of a property, deleted or not. */
export const listTimeline = ({ timeline }: Pick<Deps, 'timeline'>) =>
  answer(contracts.listCatalogTimeline, async ({ propertyId = '', limit, startAfter }, { accountId }) => {
    const { data, ...about } = await timeline.part(accountId, propertyId, { limit, startAfter });
    return { ...about, data: data.map(readable(toTimelineEntry)) };
  });

/** The properties of an account, and what happened to them. */
export const propertyRoutes = (deps: Deps) => [
  createProperty(deps),
  listProperties(deps),
  getProperty(deps),
  updateProperty(deps),
  deleteProperty(deps),
  listTimeline(deps),
];
