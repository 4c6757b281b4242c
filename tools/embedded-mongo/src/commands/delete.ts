import { MongoError } from '../errors.ts';
import { Finding, type FindRequest } from '../query/find.ts';
import { type Doc, isDoc, plain, plainDoc } from '../values/document.ts';
import { runBatch } from './batch.ts';
import {
  type Command,
  checkOptions,
  collectionName,
  type Definition,
  sequenceOf,
  type Server,
} from './command.ts';

function requestOf(given: Doc): FindRequest {
  checkOptions('a delete statement', given, ['q', 'limit']);
  const limit = plain(given['limit']);
  if (!isDoc(given['q']) || (limit !== 0 && limit !== 1))
    throw new MongoError(9, "a delete statement needs 'q' and a 'limit' of 0 or 1");
  return { filter: plainDoc(given['q']), limit };
}

async function runDelete(command: Command, { engine }: Server): Promise<Doc> {
  const name = collectionName(command);
  const statements = sequenceOf(command, 'deletes');
  return engine.store.write(() => {
    const collection = engine.catalog.find(command.database, name);
    let n = 0;
    const errors = runBatch(command, statements, (given) => {
      const request = requestOf(given);
      if (!collection) return;
      const found = [...new Finding(engine, collection, request)];
      for (const { id, raw } of found) engine.documents.remove(collection, id, raw);
      n += found.length;
    });
    return { n, ...errors, ok: 1 };
  });
}

export const deleteCommands: Record<string, Definition> = {
  delete: { options: ['deletes', 'ordered'], run: runDelete },
};
