import { MongoError } from '../errors.ts';
import type { Collection } from '../storage/catalog.ts';
import { plain } from '../values/document.ts';
import { type Doc, isDoc } from '../values/document.ts';
import { runStatement, type UpdateStatement } from '../update/write.ts';
import {
  type Command,
  checkOptions,
  collectionName,
  type Definition,
  sequenceOf,
  type Server,
} from './command.ts';
import { type WriteError, writeErrorOf } from './insert.ts';

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

function runAll(
  { engine }: Server,
  collection: Collection,
  batch: { statements: Doc[]; ordered: boolean },
): Totals {
  const totals: Totals = { n: 0, nModified: 0, upserted: [], errors: [] };
  for (const [index, given] of batch.statements.entries()) {
    try {
      const result = runStatement({ engine, collection }, statementOf(given));
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

async function runUpdate(command: Command, server: Server): Promise<Doc> {
  const name = collectionName(command);
  const batch = { statements: sequenceOf(command, 'updates'), ordered: command.body['ordered'] !== false };
  return server.engine.store.write(() => {
    const collection = server.engine.catalog.ensure(command.database, name);
    const { n, nModified, upserted, errors } = runAll(server, collection, batch);
    return {
      n,
      nModified,
      ...(upserted.length > 0 ? { upserted } : {}),
      ...(errors.length > 0 ? { writeErrors: errors } : {}),
      ok: 1,
    };
  });
}

export const updateCommands: Record<string, Definition> = {
  update: { options: ['updates', 'ordered'], run: runUpdate },
};
