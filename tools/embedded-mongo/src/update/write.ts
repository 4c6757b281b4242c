import type { Engine } from '../engine.ts';
import { compileFilter } from '../query/filter.ts';
import { Finding } from '../query/find.ts';
import type { SortField } from '../query/sort.ts';
import type { Collection } from '../storage/catalog.ts';
import { type Doc, encode, plainDoc } from '../values/document.ts';
import { checkDocument } from '../wire/check-document.ts';
import { modified } from './change-fields.ts';
import { compileUpdate, isReplacement, type Modification } from './modification.ts';
import { upserted } from './upsert.ts';

/** An update statement, in exact values. */
export type UpdateStatement = {
  query: Doc;
  update: unknown;
  multi: boolean;
  upsert: boolean;
  sort?: SortField[];
};

/** The result of an update, with bytes of the last document before and after it. */
type UpdateResult = {
  matched: number;
  modified: number;
  upsertedId?: unknown;
  before?: Buffer;
  after?: Buffer;
};

type Target = { engine: Engine; collection: Collection };

/** The collection of a statement; it is created only if there is something to insert. */
type Namespace = { engine: Engine; database: string; name: string };

function updateOne(
  { engine, collection }: Target,
  id: Buffer,
  { raw: before, modification }: { raw: Buffer; modification: Modification },
): Buffer {
  const after = modified(before, modification);
  const { touched } = modification;
  if (!after.equals(before)) engine.documents.replace(collection, id, { before, after, touched });
  return after;
}

function insertOne(
  { engine, collection }: Target,
  statement: UpdateStatement,
  modification: Modification,
): UpdateResult {
  const doc = upserted(statement.query, modification, isReplacement(statement.update));
  const after = encode(doc);
  checkDocument(after);
  engine.documents.insert(collection, after);
  return { matched: 0, modified: 0, upsertedId: doc['_id'], after };
}

/** Runs an update statement. Within a write only; each document changes as a whole or not at all. */
export function runStatement(
  { engine, database, name }: Namespace,
  statement: UpdateStatement,
): UpdateResult {
  const modification = compileUpdate(statement.update, statement.multi);
  const query = plainDoc(statement.query);
  const result: UpdateResult = { matched: 0, modified: 0 };
  const collection = statement.upsert
    ? engine.catalog.ensure(database, name)
    : engine.catalog.find(database, name);
  if (!collection) {
    compileFilter(query);
    return result;
  }
  const target = { engine, collection };
  const { multi, sort = [] } = statement;
  const found = [...new Finding(engine, collection, { filter: query, sort, limit: multi ? 0 : 1 })];
  if (found.length === 0 && statement.upsert) return insertOne(target, statement, modification);
  for (const { id, raw } of found) {
    result.matched++;
    result.before = raw;
    result.after = updateOne(target, id, { raw, modification });
    if (!result.after.equals(raw)) result.modified++;
  }
  return result;
}
