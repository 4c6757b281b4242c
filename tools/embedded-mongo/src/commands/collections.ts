import { MongoError } from '../errors.ts';
import { compileFilter } from '../query/filter.ts';
import type { Collection } from '../storage/catalog.ts';
import { type Doc, encode } from '../values/document.ts';
import {
  type Command,
  collectionName,
  countOption,
  type Definition,
  docOption,
  type Server,
} from './command.ts';
import { listSource } from './find.ts';

const describeCollection = ({ name, indexes }: Collection, nameOnly: boolean): Doc =>
  nameOnly
    ? { name, type: 'collection' }
    : { name, type: 'collection', options: {}, info: { readOnly: false }, idIndex: indexes[0]?.spec };

function runListCollections({ body, database }: Command, { engine, cursors }: Server): Buffer {
  const filter = compileFilter(docOption(body, 'filter'));
  const found = engine.catalog
    .collections(database)
    .map((collection) => describeCollection(collection, body['nameOnly'] === true))
    .filter(filter);
  const batchSize = countOption(docOption(body, 'cursor'), 'batchSize');
  return cursors.first(`${database}.$cmd.listCollections`, listSource(found.map(encode)), { batchSize });
}

function runListDatabases({ body }: Command, { engine }: Server): Doc {
  const filter = compileFilter(docOption(body, 'filter'));
  const names = [...new Set(engine.catalog.collections().map(({ database }) => database))].sort();
  const databases = names.map((name): Doc =>
    body['nameOnly'] ? { name } : { name, sizeOnDisk: 0, empty: false },
  );
  return { databases: databases.filter(filter), ...(body['nameOnly'] ? {} : { totalSize: 0 }), ok: 1 };
}

async function runCreate(command: Command, { engine }: Server): Promise<Doc> {
  const name = collectionName(command);
  return engine.store.write(() => {
    if (engine.catalog.find(command.database, name))
      throw new MongoError(48, `Collection ${command.database}.${name} already exists.`);
    engine.catalog.ensure(command.database, name);
    return { ok: 1 };
  });
}

async function runDrop(command: Command, { engine, cursors }: Server): Promise<Doc> {
  const name = collectionName(command);
  return engine.store.write(() => {
    const collection = engine.catalog.find(command.database, name);
    if (!collection) return { ok: 1 };
    const nIndexesWas = collection.indexes.length;
    engine.catalog.remove(collection);
    cursors.killAll(`${command.database}.${name}`);
    return { nIndexesWas, ns: `${command.database}.${name}`, ok: 1 };
  });
}

async function runDropDatabase({ database }: Command, { engine, cursors }: Server): Promise<Doc> {
  return engine.store.write(() => {
    for (const collection of engine.catalog.collections(database)) {
      engine.catalog.remove(collection);
      cursors.killAll(`${database}.${collection.name}`);
    }
    return { dropped: database, ok: 1 };
  });
}

export const collectionCommands: Record<string, Definition> = {
  listCollections: {
    options: ['filter', 'nameOnly', 'cursor', 'authorizedCollections'],
    run: runListCollections,
  },
  listDatabases: { options: ['filter', 'nameOnly', 'authorizedDatabases'], run: runListDatabases },
  create: { options: [], run: runCreate },
  drop: { options: [], run: runDrop },
  dropDatabase: { options: [], run: runDropDatabase },
};
