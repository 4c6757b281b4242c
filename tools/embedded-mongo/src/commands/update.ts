import { MongoError } from '../errors.ts';
import { type Doc, isDoc } from '../values/document.ts';
import { type Place, runStatement, type UpdateStatement } from '../update/write.ts';
import {
  type Command,
  checkOptions,
  collectionName,
  type Definition,
  sequenceOf,
  type Server,
} from './command.ts';
import { type WriteError, writeErrorOf, writeErrorsOf } from './insert.ts';

const statementOptions = ['q', 'u', 'multi', 'upsert'];

function statementOf(given: Doc): UpdateStatement {
  checkOptions('an update statement', given, statementOptions);
  const { q: query, u: update, multi, upsert } = given;
  if (!isDoc(query)) throw new MongoError(9, "an update statement needs a document 'q'");
  return { query, update, multi: multi === true, upsert: upsert === true };
}

type Totals = { n: number; nModified: number; upserted: Doc[]; errors: WriteError[] };

function runAll(place: Place, batch: { statements: Doc[]; ordered: boolean }): Totals {
  const totals: Totals = { n: 0, nModified: 0, upserted: [], errors: [] };
  for (const [index, given] of batch.statements.entries()) {
    try {
      const result = runStatement(place, statementOf(given));
      const inserted = result.upsertedId !== undefined;
      totals.n += result.matched + (inserted ? 1 : 0);
      totals.nModified += result.modified;
      if (inserted) totals.upserted.push({ index, _id: result.upsertedId });
    } catch (error) {
      totals.errors.push(writeErrorOf(index, error));
      if (batch.ordered) break;
    }
  }
  return totals;
}

async function runUpdate(command: Command, { engine }: Server): Promise<Doc> {
  const name = collectionName(command);
  const batch = { statements: sequenceOf(command, 'updates'), ordered: command.body['ordered'] !== false };
  const place = { engine, database: command.database, name };
  return engine.store.write(() => {
    const { n, nModified, upserted, errors } = runAll(place, batch);
    return {
      n,
      nModified,
      ...(upserted.length > 0 ? { upserted } : {}),
      ...writeErrorsOf(errors),
      ok: 1,
    };
  });
}

export const updateCommands: Record<string, Definition> = {
  update: { options: ['updates', 'ordered'], run: runUpdate },
};
