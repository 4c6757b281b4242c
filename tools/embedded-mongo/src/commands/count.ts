import { compileFilter } from '../query/filter.ts';
import { Finding, type FindRequest } from '../query/find.ts';
import { indexPrefix, rangeOf } from '../storage/catalog.ts';
import { decodeExact, type Doc } from '../values/document.ts';
import { encodeKey } from '../values/key-encoding.ts';
import { missing, valuesAt } from '../values/paths.ts';
import { largestDocument } from '../storage/documents.ts';
import { MongoError } from '../errors.ts';
import {
  type Command,
  collectionName,
  countOption,
  type Definition,
  docOption,
  type Server,
} from './command.ts';

/** What a `count` command counts. */
export const countRequest = (body: Doc): FindRequest => ({
  filter: docOption(body, 'query'),
  hint: body['hint'] ?? undefined,
  skip: countOption(body, 'skip') ?? 0,
  limit: countOption(body, 'limit') ?? 0,
});

function runCount(command: Command, { engine }: Server): Doc {
  const request = countRequest(command.body);
  const collection = engine.catalog.find(command.database, collectionName(command));
  if (!collection) return { n: 0, ok: 1 };
  if (Object.keys(request.filter).length === 0 && !request.skip && !request.limit)
    return { n: engine.store.count(rangeOf(indexPrefix(collection, 0))), ok: 1 };
  const finding = new Finding(engine, collection, request);
  let n = 0;
  while (finding.take()) n++;
  return { n, ok: 1 };
}

function runDistinct(command: Command, { engine }: Server): Doc {
  const { body, database } = command;
  const filter = docOption(body, 'query');
  const path = body['key'];
  if (typeof path !== 'string' || path === '') throw new MongoError(14, "'distinct' needs a 'key'");
  compileFilter(filter);
  const collection = engine.catalog.find(database, collectionName(command));
  const values = new Map<string, unknown>();
  let bytes = 0;
  for (const { raw } of collection
    ? new Finding(engine, collection, { filter, hint: body['hint'] ?? undefined })
    : [])
    for (const value of valuesAt(decodeExact(raw), path.split('.')).flat())
      if (value !== missing) {
        const key = encodeKey(value).toString('latin1');
        if (!values.has(key)) bytes += key.length;
        if (bytes > largestDocument) throw new MongoError(17217, 'distinct too big, 16mb cap');
        values.set(key, value);
      }
  const inOrder = [...values].sort(([left], [right]) => (left < right ? -1 : 1));
  return { values: inOrder.map(([, value]) => value), ok: 1 };
}

export const countCommands: Record<string, Definition> = {
  count: { options: ['query', 'skip', 'limit', 'hint', 'fields'], run: runCount },
  distinct: { options: ['key', 'query', 'hint'], run: runDistinct },
};
