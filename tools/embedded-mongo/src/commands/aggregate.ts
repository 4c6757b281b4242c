import { Long } from 'bson';
import { MongoError, notSupported } from '../errors.ts';
import { compileFilter } from '../query/filter.ts';
import { Finding, type FindRequest } from '../query/find.ts';
import { equalValues } from '../values/compare.ts';
import { type Doc, encode, isDoc } from '../values/document.ts';
import { pageReply } from '../wire/raw-document.ts';
import {
  type Command,
  collectionName,
  countOption,
  type Definition,
  docOption,
  type Server,
} from './command.ts';

const counting = { _id: 1, n: { $sum: 1 } };

/** The request of a counting pipeline; `countDocuments` of the driver is the only supported aggregation. */
function countedBy(pipeline: unknown): FindRequest {
  if (!Array.isArray(pipeline)) throw new MongoError(14, "'pipeline' must be an array");
  const stages = pipeline.filter(isDoc);
  const names = stages.flatMap(Object.keys).join(' ');
  const stage = Object.assign({}, ...stages) as Doc;
  if (!/^\$match (\$limit )?\$group$/.test(names) || !equalValues(stage['$group'], counting))
    throw notSupported(`the aggregation ${names}`);
  return { filter: docOption(stage, '$match'), limit: countOption(stage, '$limit') ?? 0 };
}

function runAggregate(command: Command, { engine }: Server): Buffer {
  const { body, database } = command;
  const request = countedBy(body['pipeline']);
  const name = collectionName(command);
  const collection = engine.catalog.find(database, name);
  if (!collection) compileFilter(request.filter);
  const n = collection ? new Finding(engine, collection, request).count() : 0;
  const documents = n === 0 ? [] : [encode({ _id: 1, n })];
  return pageReply({ name: 'firstBatch', documents, id: Long.ZERO, namespace: `${database}.${name}` });
}

/** Counts all documents of a collection, for the driver's `estimatedDocumentCount`. */
function runCount(command: Command, { engine }: Server): Doc {
  const collection = engine.catalog.find(command.database, collectionName(command));
  return { n: collection ? engine.documents.count(collection) : 0, ok: 1 };
}

export const aggregateCommands: Record<string, Definition> = {
  count: { options: [], run: runCount },
  aggregate: { options: ['pipeline', 'cursor'], run: runAggregate },
};
