import { MongoError } from '../errors.ts';
import { type Doc, isDoc } from '../values/document.ts';
import { runStatement, type UpdateStatement } from '../update/write.ts';
import { runBatch } from './batch.ts';
import {
  type Command,
  checkOptions,
  collectionName,
  type Definition,
  sequenceOf,
  type Server,
} from './command.ts';

function statementOf(given: Doc): UpdateStatement {
  checkOptions('an update statement', given, ['q', 'u', 'multi', 'upsert']);
  const { q: query, u: update, multi, upsert } = given;
  if (!isDoc(query)) throw new MongoError(9, "an update statement needs a document 'q'");
  return { query, update, multi: multi === true, upsert: upsert === true };
}

async function runUpdate(command: Command, { engine }: Server): Promise<Doc> {
  const namespace = { engine, database: command.database, name: collectionName(command) };
  const statements = sequenceOf(command, 'updates');
  return engine.store.write(() => {
    const upserted: Doc[] = [];
    let [matched, nModified] = [0, 0];
    const errors = runBatch(command, statements, (given, index) => {
      const result = runStatement(namespace, statementOf(given));
      matched += result.matched;
      nModified += result.modified;
      if (result.upsertedId !== undefined) upserted.push({ index, _id: result.upsertedId });
    });
    const n = matched + upserted.length;
    return { n, nModified, ...(upserted.length > 0 ? { upserted } : {}), ...errors, ok: 1 };
  });
}

export const updateCommands: Record<string, Definition> = {
  update: { options: ['updates', 'ordered'], run: runUpdate },
};
