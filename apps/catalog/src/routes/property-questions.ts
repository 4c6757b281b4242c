import * as contracts from '@estate/contracts';
import { found } from '@estate/errors';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { toPublishedContact } from '../domain/contact.ts';
import { toSnapshot, toSummary } from '../domain/property-views.ts';

/** Says if a listing may be made for the property. */
export const checkProperty = ({ properties, clock }: Deps) =>
  answer(contracts.checkProperty, async ({ propertyId }, { accountId }) => {
    const record = await properties.findOpen({ accountId, id: propertyId }, clock());
    if (!record) return { exists: false };
    const { processingStatus, revision } = record;
    const isPublished = processingStatus !== 'pending';
    return { exists: true, summary: toSummary(record), ...(isPublished && { revision }) };
  });

/** Returns the properties whose revision differs from the one that the caller knows. */
const compareRevisions = ({ propertyRevisions }: Pick<Deps, 'propertyRevisions'>) =>
  answer(contracts.compareRevisions, async ({ properties }) => {
    const revisions = new Map(properties.map(({ propertyId, revision }) => [propertyId, revision]));
    const records = await propertyRevisions.others(revisions);
    const data = records.map((record) => ({
      propertyId: record.id,
      revision: record.revision,
      summary: toSummary(record),
    }));
    return { data };
  });

/** The property with one of these external ids. */
export const findProperty = ({ properties }: Deps) =>
  answer(contracts.findProperty, async ({ externalIds }, { accountId }) => {
    for (const externalId of externalIds) {
      const property =
        (await properties.ofExternalId(accountId, externalId)) ??
        (await properties.ofTrimmedExternalId(accountId, externalId));
      if (property) return property;
    }
    return {};
  });

/** The property as it is to be published, with its contact. */
export const getPropertySnapshot = ({ properties, contacts, addresses }: Deps) =>
  answer(contracts.getPropertySnapshot, async ({ propertyId }, { accountId }) => {
    const record = found(await properties.find({ accountId, id: propertyId }), 'property', propertyId);
    const { contactId } = record;
    const contact = contactId === undefined ? null : await contacts.find({ accountId, id: contactId });
    return toSnapshot(record, contact ? toPublishedContact(contact, addresses) : undefined);
  });

/** Properties and contacts have different ids, so one call can ask for both. */
const listOwnersRoute = ({ findNamed }: Pick<Deps, 'findNamed'>) =>
  answer(contracts.listCatalogOwners, async ({ ids }) => ({ data: [...(await findNamed(ids))] }));

/** The present revisions of properties, whatever account they belong to. */
const listRevisions = ({ propertyRevisions }: Pick<Deps, 'propertyRevisions'>) =>
  answer(contracts.listRevisions, async ({ ids }) => ({ data: await propertyRevisions.of(ids) }));

/** The questions of other services about properties and contacts. */
export const propertyQuestionRoutes = (deps: Deps) => [
  checkProperty(deps),
  compareRevisions(deps),
  findProperty(deps),
  getPropertySnapshot(deps),
  listOwnersRoute(deps),
  listRevisions(deps),
];
