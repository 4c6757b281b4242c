import { Finding, type FindRequest } from '../query/find.ts';
import { compileFilter } from '../query/filter.ts';
import { compileProjection } from '../query/projection.ts';
import { parseSort } from '../query/sort.ts';
import { MongoError } from '../errors.ts';
import type { Doc } from '../values/document.ts';
import {
  type Command,
  collectionName,
  countOption,
  cursorKey,
  type Definition,
  docOption,
  type Server,
} from './command.ts';
/** The request of a `find` command. */
export function findRequest(body: Doc): FindRequest {
  return {
    filter: docOption(body, 'filter'),
    sort: parseSort(body['sort']),
    hint: body['hint'] ?? undefined,
    skip: countOption(body, 'skip') ?? 0,
    limit: countOption(body, 'limit') ?? 0,
  };
}

function runFind(command: Command, { engine, cursors }: Server): Buffer {
  const { body, database } = command;
  const name = collectionName(command);
  const projection = compileProjection(body['projection']);
  const request = findRequest(body);
  const collection = engine.catalog.find(database, name);
  const options = { batchSize: countOption(body, 'batchSize'), single: body['singleBatch'] === true };
  if (!collection) compileFilter(request.filter);
  const finding = collection && new Finding(engine, collection, request);
  return cursors.first({ namespace: `${database}.${name}`, finding, projection }, options);
}

function runGetMore({ body, database }: Command, { cursors }: Server): Buffer {
  return cursors.next(
    cursorKey(body['getMore']),
    `${database}.${String(body['collection'])}`,
    countOption(body, 'batchSize'),
  );
}

function runKillCursors({ body, exact }: Command, { cursors }: Server): Doc {
  const ids = exact['cursors'];
  if (!Array.isArray(ids) || typeof body['killCursors'] !== 'string')
    throw new MongoError(9, 'killCursors needs cursors');
  const killed = ids.filter((id: unknown) => cursors.kill(cursorKey(id)));
  const unknown = ids.filter((id: unknown) => !killed.includes(id));
  return { cursorsKilled: killed, cursorsNotFound: unknown, cursorsAlive: [], cursorsUnknown: [], ok: 1 };
}

/** The supported options of `find`. */
export const findOptions = [
  'filter',
  'projection',
  'sort',
  'skip',
  'limit',
  'batchSize',
  'singleBatch',
  'hint',
];

export const findCommands: Record<string, Definition> = {
  find: { options: findOptions, run: runFind },
  getMore: { options: ['collection', 'batchSize'], run: runGetMore },
  killCursors: { options: ['cursors'], run: runKillCursors },
};
