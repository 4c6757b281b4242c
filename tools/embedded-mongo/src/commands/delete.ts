import { MongoError } from '../errors.ts';
import { Finding } from '../query/find.ts';
import type { Collection } from '../storage/catalog.ts';
import { type Doc, isDoc, plain, plainDoc } from '../values/document.ts';
import {
  type Command,
  checkOptions,
  collectionName,
  type Definition,
  sequenceOf,
  type Server,
} from './command.ts';
import { type WriteError, writeErrorOf, writeErrorsOf } from './insert.ts';

function deleteMatching({ engine }: Server, collection: Collection, given: Doc): number {
  checkOptions('a delete statement', given, ['q', 'limit']);
  const limit = plain(given['limit']);
  if (!isDoc(given['q']) || (limit !== 0 && limit !== 1))
    throw new MongoError(9, "a delete statement needs 'q' and a 'limit' of 0 or 1");
  const found = [...new Finding(engine, collection, { filter: plainDoc(given['q']), limit })];
  for (const { id, raw } of found) engine.documents.remove(collection, id, raw);
  return found.length;
}

function runAll(
  server: Server,
  collection: Collection | undefined,
  batch: { statements: Doc[]; ordered: boolean },
): Doc {
  const errors: WriteError[] = [];
  let n = 0;
  for (const [index, given] of batch.statements.entries()) {
    if (!collection) break;
    try {
      n += deleteMatching(server, collection, given);
    } catch (error) {
      errors.push(writeErrorOf(index, error));
      if (batch.ordered) break;
    }
  }
  return { n, ...writeErrorsOf(errors), ok: 1 };
}

async function runDelete(command: Command, server: Server): Promise<Doc> {
  const name = collectionName(command);
  const batch = { statements: sequenceOf(command, 'deletes'), ordered: command.body['ordered'] !== false };
  const { store, catalog } = server.engine;
  return store.write(() => runAll(server, catalog.find(command.database, name), batch));
}

export const deleteCommands: Record<string, Definition> = {
  delete: { options: ['deletes', 'ordered'], run: runDelete },
};
