import { MongoError } from '../errors.ts';
import type { Engine } from '../engine.ts';
import { Finding } from '../query/find.ts';
import { compileProjection } from '../query/projection.ts';
import { parseSort } from '../query/sort.ts';
import { runStatement } from '../update/write.ts';
import { type Doc, isDoc } from '../values/document.ts';
import { valueReply } from '../wire/raw-document.ts';
import { type Command, collectionName, type Definition, docOption, type Server } from './command.ts';

const options = ['query', 'sort', 'remove', 'update', 'new', 'fields', 'upsert'];

/** The document for the reply and the result of the update. */
type Outcome = { value: Buffer | null; lastErrorObject: Doc };

function remove(engine: Engine, command: Command): Outcome {
  const { body, database } = command;
  const collection = engine.catalog.find(database, collectionName(command));
  const request = { filter: docOption(body, 'query'), sort: parseSort(body['sort']) };
  const found = collection && new Finding(engine, collection, request).take();
  if (!found) return { value: null, lastErrorObject: { n: 0 } };
  engine.documents.remove(collection, found.id, found.raw);
  return { value: found.raw, lastErrorObject: { n: 1 } };
}

function update(engine: Engine, command: Command): Outcome {
  const { body, exact, database } = command;
  const query = exact['query'] ?? {};
  if (!isDoc(query)) throw new MongoError(14, "'query' must be a document");
  const result = runStatement(
    { engine, database, name: collectionName(command) },
    {
      query,
      update: exact['update'],
      multi: false,
      upsert: body['upsert'] === true,
      sort: parseSort(body['sort']),
    },
  );
  const inserted = result.upsertedId !== undefined;
  const value = (body['new'] ? result.after : result.before) ?? null;
  const n = result.matched + (inserted ? 1 : 0);
  return {
    value,
    lastErrorObject: {
      n,
      updatedExisting: result.matched > 0,
      ...(inserted ? { upserted: result.upsertedId } : {}),
    },
  };
}

async function runFindAndModify(command: Command, { engine }: Server): Promise<Buffer> {
  const { body } = command;
  const removes = body['remove'] === true;
  if (removes && (body['update'] !== undefined || body['new'] || body['upsert']))
    throw new MongoError(9, "Cannot specify 'remove' together with 'update', 'new' or 'upsert'");
  if (!removes && body['update'] === undefined)
    throw new MongoError(9, 'Either an update or remove=true must be specified');
  const projection = compileProjection(body['fields']);
  const outcome = await engine.store.write(() => (removes ? remove : update)(engine, command));
  const value = outcome.value && projection ? projection(outcome.value) : outcome.value;
  return valueReply(value, { lastErrorObject: outcome.lastErrorObject });
}

const definition: Definition = { options, run: runFindAndModify };

export const findAndModifyCommands: Record<string, Definition> = {
  findAndModify: definition,
  findandmodify: definition,
};
