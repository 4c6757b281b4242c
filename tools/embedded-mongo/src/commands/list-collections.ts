import { Long } from 'bson';
import { MongoError } from '../errors.ts';
import { encode, isDoc } from '../values/document.ts';
import { pageReply } from '../wire/raw-document.ts';
import type { Command, Definition, Server } from './command.ts';

/** Lists the collections of a database by name, all of them in one reply. */
function runListCollections({ database, body }: Command, { engine }: Server): Buffer {
  const filter = body['filter'];
  if (isDoc(filter) && Object.keys(filter).length > 0)
    throw new MongoError(72, 'listCollections with a filter is not supported');
  const documents = engine.catalog
    .collections()
    .filter((collection) => collection.database === database)
    .map(({ name }) => encode({ name, type: 'collection' }));
  const namespace = `${database}.$cmd.listCollections`;
  return pageReply({ name: 'firstBatch', documents, id: Long.ZERO, namespace });
}

export const listCollectionsCommands: Record<string, Definition> = {
  listCollections: { options: ['cursor', 'filter', 'nameOnly'], run: runListCollections },
};
