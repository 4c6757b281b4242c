import { Long } from 'bson';
import { MongoError } from '../errors.ts';
import type { Engine } from '../engine.ts';
import type { Collection } from '../storage/catalog.ts';
import { alreadyThere, indexOf, parseIndexSpec } from '../storage/index-spec.ts';
import { type Doc, encode, isDoc } from '../values/document.ts';
import { pageReply } from '../wire/raw-document.ts';
import { type Command, collectionName, type Definition, type Server } from './command.ts';

function build({ catalog, documents }: Engine, collection: Collection, spec: Doc): void {
  const index = indexOf(collection.nextIndex, spec, { multikey: [], truncated: false });
  collection.nextIndex++;
  documents.build(collection, index);
  collection.indexes.push(index);
  catalog.save(collection);
}

async function runCreateIndexes(command: Command, { engine }: Server): Promise<Doc> {
  const name = collectionName(command);
  const given = command.body['indexes'];
  if (!Array.isArray(given) || given.length === 0 || !given.every(isDoc))
    throw new MongoError(2, 'Must specify at least one index to create');
  const specs = given.map(parseIndexSpec);
  const createAll = (): Doc => {
    const createdCollectionAutomatically = !engine.catalog.find(command.database, name);
    const collection = engine.catalog.ensure(command.database, name);
    const numIndexesBefore = collection.indexes.length;
    for (const spec of specs) if (!alreadyThere(collection.indexes, spec)) build(engine, collection, spec);
    const numIndexesAfter = collection.indexes.length;
    const note = numIndexesBefore === numIndexesAfter ? { note: 'all indexes already exist' } : {};
    return { numIndexesBefore, numIndexesAfter, createdCollectionAutomatically, ...note, ok: 1 };
  };
  return engine.store.write(() => engine.store.atomically(createAll));
}

function runListIndexes(command: Command, { engine }: Server): Buffer {
  const namespace = `${command.database}.${collectionName(command)}`;
  const collection = engine.catalog.find(command.database, collectionName(command));
  if (!collection) throw new MongoError(26, `ns does not exist: ${namespace}`);
  const documents = collection.indexes.map(({ spec }) => encode(spec));
  return pageReply({ name: 'firstBatch', documents, id: Long.ZERO, namespace });
}

export const indexCommands: Record<string, Definition> = {
  createIndexes: { options: ['indexes'], run: runCreateIndexes },
  listIndexes: { options: ['cursor'], run: runListIndexes },
};
