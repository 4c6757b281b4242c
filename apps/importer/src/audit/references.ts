import { listCatalogOwners, listDistributionOwners } from '@estate/contracts';
import type { Bus } from '@estate/messaging';
import { danglingIds, flawedIds, namedIn, referenceWalk } from '@estate/persistence';
import type { Collection, FindNamed, Invariant, Reference, Rule } from '@estate/persistence';
import { ownersAt } from '@estate/runtime';
import type { Manifest } from '../manifest.ts';
import type { ImportDoc } from '../stores/import-document.ts';
import { wasApplied } from '../stores/known-store.ts';
import type { KnownDoc } from '../stores/known-store.ts';
import type { ObjectDoc } from '../stores/object-store.ts';
import type { PersonDoc } from '../stores/person-store.ts';
import type { QueueDoc } from '../stores/queue-document.ts';
import type { ResultDoc } from '../stores/result-store.ts';
import type { SourceDoc } from '../stores/source-store.ts';

/** The fact that a property was deleted may still wait at the broker. */
const HEARD_WITHIN_MS = 10 * 60_000;
const FIND_OUT = 'Find out who changed the documents, and remove them manually.';

type Queued = { queueId: string };

/** The owners of queues by their ids: the account in the id, which must own the source in it. A source may be gone. */
const ownersOfQueues =
  (sources: Collection<SourceDoc>): FindNamed =>
  async (queueIds) => {
    const queues = queueIds.flatMap((id) => {
      const [accountId, sourceId] = id.split('.');
      return accountId !== undefined && sourceId !== undefined ? [{ id, accountId, sourceId }] : [];
    });
    const found = await namedIn(sources)(queues.map(({ sourceId }) => sourceId));
    const owners = new Map(found.map(({ id, accountId }) => [id, accountId]));
    return queues.map(({ id, accountId, sourceId }) => {
      const isOwn = (owners.get(sourceId) ?? accountId) === accountId;
      return { id, accountId: isOwn ? accountId : NOBODY };
    });
  };
const NOBODY = '';

/** The queue in which something was imported. */
const queueReference = <T extends Queued>(
  sources: Collection<SourceDoc>,
  foreign: Pick<Rule, 'name' | 'meaning'>,
): Reference<T> => ({
  fields: ['queueId'],
  namedBy: ({ queueId }) => queueId,
  find: ownersOfQueues(sources),
  foreign: {
    ...foreign,
    advice: `Their queue has the id of another account, or of a source of another account. ${FIND_OUT}`,
  },
});

/** A queue names its account and its source by its id. */
export const queueReferences = (sources: Collection<SourceDoc>): Reference<QueueDoc>[] => [
  {
    fields: [],
    namedBy: ({ _id }) => _id,
    find: ownersOfQueues(sources),
    foreign: {
      name: 'queues-and-sources-share-an-account',
      meaning: 'The imports of these queues take the turns of another account, or are never worked on.',
      advice: `The queues belong to another account than their id says, or than their source. ${FIND_OUT}`,
    },
  },
];

interface NamedByImports {
  sources: Collection<SourceDoc>;
  imports: Collection<ImportDoc>;
}

/** The references of imports. An import may outlive its source, and a preview the import whose package it read. */
export const importReferences = ({ sources, imports }: NamedByImports): Reference<ImportDoc>[] => [
  {
    fields: ['sourceId'],
    namedBy: ({ sourceId }) => sourceId,
    find: namedIn(sources),
    foreign: {
      name: 'imports-and-sources-share-an-account',
      meaning: 'The imports follow the settings of an import source of another account.',
      advice: `The imports and their sources belong to different accounts. ${FIND_OUT}`,
    },
  },
  {
    fields: ['preview.importId'],
    namedBy: ({ preview }) => preview?.importId,
    find: namedIn(imports),
    foreign: {
      name: 'previews-and-imports-share-an-account',
      meaning: 'The previews of settings read the package of another account.',
      advice: `The previews and the imports whose packages they read belong to different accounts. ${FIND_OUT}`,
    },
  },
  queueReference(sources, {
    name: 'imports-and-queues-share-an-account',
    meaning: 'The imports wait for those of another account, and are compared with its objects.',
  }),
];

/** The import that created an object may have expired, and its source may be gone. */
export const knownReferences = ({ imports, sources }: NamedByImports): Reference<KnownDoc>[] => [
  queueReference(sources, {
    name: 'known-objects-and-queues-share-an-account',
    meaning: 'Imports of one account change and delete the properties of another account.',
  }),
  {
    fields: ['createdIn'],
    namedBy: ({ createdIn }) => createdIn,
    find: namedIn(imports),
    foreign: {
      name: 'known-objects-and-imports-share-an-account',
      meaning: 'Imports of one account change and delete the properties of another account.',
      advice: `The known objects and the imports that created them belong to different accounts. ${FIND_OUT}`,
    },
  },
];

/** The references of result files. They may outlive their source. */
export const resultReferences = (sources: Collection<SourceDoc>): Reference<ResultDoc>[] => [
  {
    fields: ['sourceId'],
    namedBy: ({ sourceId }) => sourceId,
    find: namedIn(sources),
    foreign: {
      name: 'results-and-sources-share-an-account',
      meaning: 'The software of an import source sees the result files of another account.',
      advice: `The result files and their sources belong to different accounts. ${FIND_OUT}`,
    },
  },
];

interface NamedByObjects {
  objects: Collection<ObjectDoc>;
  imports: Collection<ImportDoc>;
}

/** The references of the objects of imports in the same database. An object goes before its import does. */
export const objectReferences = ({ objects, imports }: NamedByObjects): Reference<ObjectDoc>[] => [
  {
    fields: ['importId'],
    namedBy: ({ importId }) => importId,
    find: namedIn(imports),
    missing: {
      name: 'import-objects-have-an-import',
      meaning: 'Objects of imports that no longer exist are kept, and nobody can see them.',
      advice: 'The imports were removed without their objects. Remove the objects (rek repair).',
      repair: (ids) => removeDangling({ objects, imports }, ids),
    },
    foreign: {
      name: 'import-objects-and-imports-share-an-account',
      meaning: 'The imports show objects of another account.',
      advice: `The objects and their imports belong to different accounts. ${FIND_OUT}`,
    },
  },
];

async function removeDangling({ objects, imports }: NamedByObjects, ids: readonly string[]) {
  const docs = await objects.find({ _id: { $in: [...ids] } }, { projection: { importId: 1 } }).toArray();
  const to = imports as unknown as Collection<{ _id: string }>;
  const left = await danglingIds(docs, ({ importId }) => importId, to);
  await objects.deleteMany({ _id: { $in: left } });
  return left;
}

interface AskingAudit {
  bus: Pick<Bus<Manifest>, 'ask'>;
  audited: {
    sources: Collection<SourceDoc>;
    known: Collection<KnownDoc>;
    persons: Collection<PersonDoc>;
    objects: Collection<ObjectDoc>;
  };
}

/** The references of the importer to documents of other services. */
export function referencesElsewhere({ bus, audited }: AskingAudit): Invariant[] {
  const { sources: collection, known, persons, objects } = audited;
  const atCatalog = ownersAt((input, caller) => bus.ask(listCatalogOwners, input, caller));
  const atDistribution = ownersAt((input, caller) => bus.ask(listDistributionOwners, input, caller));
  return [
    ...referenceWalk<SourceDoc>({
      ...{ name: 'sources-targets', collection },
      references: [sourceTargets(atDistribution)],
    }),
    ...referenceWalk<KnownDoc>({
      name: 'known-objects-catalog',
      collection: known,
      references: [knownProperty(known, atCatalog), knownContact(atCatalog)],
    }),
    ...referenceWalk<KnownDoc>({
      name: 'known-objects-distribution',
      collection: known,
      references: [knownListings(atDistribution)],
    }),
    ...referenceWalk<PersonDoc>({
      name: 'known-persons-catalog',
      collection: persons,
      references: [personContact(atCatalog)],
    }),
    ...referenceWalk<ObjectDoc>({
      name: 'import-objects-catalog',
      collection: objects,
      references: [objectResources(atCatalog)],
    }),
  ];
}

const sourceTargets = (find: FindNamed): Reference<SourceDoc> => ({
  fields: ['targetIds'],
  namedBy: ({ targetIds }) => targetIds,
  find,
  wrong: {
    name: 'sources-name-existing-targets',
    meaning: 'New properties of these import sources are not listed on targets that the customer selected.',
    advice:
      'The targets of these sources were deleted, by an earlier version or while the source was saved. If the database of the distribution was restored from an older backup, restore a newer one. Otherwise, ask the customer to save the targets of the source again.',
  },
});

/** A repair forgets the object, as the next import of it would: it creates the property again. */
function knownProperty(known: Collection<KnownDoc>, find: FindNamed): Reference<KnownDoc> {
  const namedBy = (doc: KnownDoc) => (wasApplied(doc) ? doc.propertyId : undefined);
  return {
    fields: ['propertyId', 'hash', 'deletedBy'],
    namedBy,
    find,
    wrong: {
      name: 'known-objects-have-a-property',
      meaning:
        'Full transfers count properties that do not exist, and their deletions may need a confirmation.',
      advice:
        'The properties of these objects do not exist, or belong to another account. If the database of the catalog was restored from an older backup, restore a newer one. Otherwise, forget the objects (rek repair); the next import of an object creates its property again.',
      settledMs: HEARD_WITHIN_MS,
      repair: async (ids) => {
        const docs = await known.find({ _id: { $in: [...ids] } }).toArray();
        const wrong = new Set(await flawedIds(docs, { namedBy, find }));
        const forgotten: string[] = [];
        for (const { _id, propertyId } of docs.filter((doc) => wrong.has(doc._id))) {
          const { deletedCount } = await known.deleteOne({ _id, propertyId, deletedBy: { $exists: false } });
          if (deletedCount === 1) forgotten.push(_id);
        }
        return forgotten;
      },
    },
  };
}

/** A customer may delete the contact. */
const knownContact = (find: FindNamed): Reference<KnownDoc> => ({
  fields: ['contactId'],
  namedBy: ({ contactId }) => contactId,
  find,
  foreign: {
    name: 'known-objects-and-contacts-share-an-account',
    meaning: 'Imports do not bring the contacts of these properties up to date.',
    advice: `The known objects refer to contacts of another account. ${FIND_OUT} The next import creates their properties again.`,
  },
});

/** Customers may delete the listings that an import created, and their targets. */
const knownListings = (find: FindNamed): Reference<KnownDoc> => ({
  fields: ['listingIds'],
  namedBy: ({ listingIds }) => Object.entries(listingIds).flat(),
  find,
  foreign: {
    name: 'known-objects-and-listings-share-an-account',
    meaning: 'Imports do not list these properties on targets that the customer selected.',
    advice: `The known objects refer to listings or targets of another account. ${FIND_OUT} The next import creates their properties again.`,
  },
});

/** A customer may delete a contact; the next import of the person notices it. */
const personContact = (find: FindNamed): Reference<PersonDoc> => ({
  fields: ['contactId'],
  namedBy: ({ contactId }) => contactId,
  find,
  foreign: {
    name: 'known-persons-and-contacts-share-an-account',
    meaning: 'Imports cannot bring the contacts of these persons up to date.',
    advice: `The persons refer to contacts of another account. ${FIND_OUT} The next import creates the contacts again.`,
  },
});

/** An object says what became of it, whether or not the property still exists. */
const objectResources = (find: FindNamed): Reference<ObjectDoc> => ({
  fields: ['propertyId', 'contactId'],
  namedBy: ({ propertyId, contactId }) => [propertyId, contactId].filter((id) => id !== undefined),
  find,
  foreign: {
    name: 'import-objects-and-properties-share-an-account',
    meaning: 'The objects of imports show ids of properties or contacts of another account.',
    advice: `The objects and what became of them belong to different accounts. ${FIND_OUT}`,
  },
});
