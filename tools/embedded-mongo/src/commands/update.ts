import { MongoError } from '../errors.ts';
import { plain } from '../values/document.ts';
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

const statementOptions = ['q', 'u', 'multi', 'upsert', 'arrayFilters', 'hint'];

function statementOf(given: Doc): UpdateStatement {
  checkOptions('an update statement', given, statementOptions);
  const { q: query, u: update, arrayFilters = [], multi, upsert, hint } = given;
  if (!isDoc(query)) throw new MongoError(9, "an update statement needs a document 'q'");
  if (!Array.isArray(arrayFilters)) throw new MongoError(14, "'arrayFilters' must be an array");
  return {
    query,
    update,
    arrayFilters: arrayFilters as Doc[],
    multi: multi === true,
    upsert: upsert === true,
    hint: plain(hint) ?? undefined,
  };
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
