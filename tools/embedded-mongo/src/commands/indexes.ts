import { MongoError } from '../errors.ts';
import type { Engine } from '../engine.ts';
import { type Collection, indexPrefix, rangeOf } from '../storage/catalog.ts';
import { alreadyThere, type Index, indexOf, parseIndexSpec } from '../storage/index-spec.ts';
import { equalValues } from '../values/compare.ts';
import { type Doc, encode, isDoc } from '../values/document.ts';
import {
  type Command,
  collectionName,
  countOption,
  type Definition,
  docOption,
  type Server,
} from './command.ts';
import { listSource } from './find.ts';

function build({ catalog, documents }: Engine, collection: Collection, spec: Doc): void {
  const index = indexOf(collection.nextIndex, spec, { multikey: false, truncated: false });
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

function existing({ engine }: Server, command: Command): Collection {
  const name = collectionName(command);
  const collection = engine.catalog.find(command.database, name);
  if (!collection) throw new MongoError(26, `ns does not exist: ${command.database}.${name}`);
  return collection;
}

function runListIndexes(command: Command, server: Server): Buffer {
  const { database, name } = existing(server, command);
  const specs = existing(server, command).indexes.map(({ spec }) => encode(spec));
  const batchSize = countOption(docOption(command.body, 'cursor'), 'batchSize');
  return server.cursors.first(`${database}.${name}`, listSource(specs), { batchSize });
}

/** The indexes that a drop names: by name, by key, several, or `*` for all but `_id_`. */
function named(collection: Collection, which: unknown): Index[] {
  if (which === '*') return collection.indexes.filter(({ id }) => id !== 0);
  if (Array.isArray(which)) return which.flatMap((one: unknown) => named(collection, one));
  const index = collection.indexes.find(({ name, spec }) =>
    isDoc(which) ? equalValues(spec['key'], which) : name === which,
  );
  if (!index) throw new MongoError(27, `index not found with name [${String(which)}]`);
  if (index.id === 0) throw new MongoError(72, 'cannot drop _id index');
  return [index];
}

async function runDropIndexes(command: Command, server: Server): Promise<Doc> {
  const { store, catalog } = server.engine;
  return store.write(() => {
    const collection = existing(server, command);
    const nIndexesWas = collection.indexes.length;
    for (const index of named(collection, command.body['index'])) {
      collection.indexes = collection.indexes.filter((other) => other !== index);
      store.removeRange(rangeOf(indexPrefix(collection, index.id)));
    }
    catalog.save(collection);
    server.cursors.killAll(`${collection.database}.${collection.name}`);
    return { nIndexesWas, ok: 1 };
  });
}

export const indexCommands: Record<string, Definition> = {
  createIndexes: { options: ['indexes'], run: runCreateIndexes },
  listIndexes: { options: ['cursor'], run: runListIndexes },
  dropIndexes: { options: ['index'], run: runDropIndexes },
};
