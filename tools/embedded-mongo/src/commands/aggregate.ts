import { Aggregator } from 'mingo/aggregator';
import { asMongoError, MongoError, notSupported } from '../errors.ts';
import type { Engine } from '../engine.ts';
import { Finding, type FindRequest } from '../query/find.ts';
import { mingoOptions } from '../query/filter.ts';
import { parseSort } from '../query/sort.ts';
import type { Collection } from '../storage/catalog.ts';
import { decodePlain, type Doc, encode, isDoc } from '../values/document.ts';
import {
  type Command,
  checkOptions,
  collectionName,
  countOption,
  type Definition,
  docOption,
  type Server,
} from './command.ts';
import { listSource } from './find.ts';

const supported = new Set([
  '$addFields',
  '$bucket',
  '$bucketAuto',
  '$count',
  '$facet',
  '$graphLookup',
  '$group',
  '$limit',
  '$lookup',
  '$match',
  '$project',
  '$redact',
  '$replaceRoot',
  '$replaceWith',
  '$sample',
  '$set',
  '$skip',
  '$sort',
  '$sortByCount',
  '$unionWith',
  '$unset',
  '$unwind',
]);

function innerPipelines(operator: string, spec: unknown): unknown[] {
  if (!isDoc(spec)) return [];
  if (operator === '$facet') return Object.values(spec);
  return ['$lookup', '$unionWith'].includes(operator) && spec['pipeline'] !== undefined
    ? [spec['pipeline']]
    : [];
}

/** Refuses stages that are not there, inside other stages as well; a join reaches no other database. */
function checkPipeline(pipeline: unknown): Doc[] {
  if (!Array.isArray(pipeline)) throw new MongoError(14, "'pipeline' must be an array");
  for (const stage of pipeline as unknown[]) {
    const entries = isDoc(stage) ? Object.entries(stage) : [];
    const [operator, spec] = entries[0] ?? ['', undefined];
    if (entries.length !== 1)
      throw new MongoError(40323, 'A pipeline stage specification object must contain exactly one field.');
    if (!supported.has(operator)) throw notSupported(`the aggregation stage '${operator}'`);
    if (isDoc(spec) && isDoc(spec['from'])) throw notSupported(`${operator} from another database`);
    for (const inner of innerPipelines(operator, spec)) checkPipeline(inner);
  }
  return pipeline as Doc[];
}

/** The leading stages that an index can serve, and how many they are. */
function leadingRequest(pipeline: readonly Doc[]): { request: FindRequest; stages: number } {
  const request: FindRequest = { filter: {} };
  let stages = 0;
  const next = (operator: string) => pipeline[stages]?.[operator];
  const match = next('$match');
  if (isDoc(match)) {
    request.filter = match;
    stages++;
  }
  const sort = next('$sort');
  if (isDoc(sort)) {
    request.sort = parseSort(sort);
    stages++;
  }
  const limit = next('$limit');
  if (typeof limit === 'number' && limit > 0) {
    request.limit = limit;
    stages++;
  }
  return { request, stages };
}

const decoded = ({ raw, doc }: { raw: Buffer; doc?: Doc }): Doc => doc ?? decodePlain(raw);

function* documentsOf(finding: Finding): Generator<Doc> {
  for (const found of finding) yield decoded(found);
}

function allOf(engine: Engine, collection: Collection | undefined): Doc[] {
  return collection ? [...documentsOf(new Finding(engine, collection, { filter: {} }))] : [];
}

/** What the driver sends for `countDocuments`. */
const isCount = (stages: readonly Doc[]): boolean => {
  const group = stages.length === 1 && stages[0]?.['$group'];
  if (!isDoc(group) || Object.keys(group).length !== 2 || group['_id'] !== 1) return false;
  return isDoc(group['n']) && group['n']['$sum'] === 1;
};

function counted(finding: Finding): Buffer[] {
  let n = 0;
  while (finding.take()) n++;
  return n === 0 ? [] : [encode({ _id: 1, n })];
}

function run(engine: Engine, command: Command): Buffer[] {
  const { body, database } = command;
  const pipeline = checkPipeline(body['pipeline']);
  const collection = engine.catalog.find(database, collectionName(command));
  if (!collection) return [];
  const { request, stages } = leadingRequest(pipeline);
  const finding = new Finding(engine, collection, { ...request, hint: body['hint'] ?? undefined });
  const rest = pipeline.slice(stages);
  if (rest.length === 0) return [...finding].map(({ raw }) => raw);
  if (isCount(rest)) return counted(finding);
  const collectionResolver = (name: string): Doc[] => allOf(engine, engine.catalog.find(database, name));
  try {
    return new Aggregator(rest, { ...mingoOptions, collectionResolver })
      .run<Doc>(documentsOf(finding))
      .map(encode);
  } catch (error) {
    if (error instanceof MongoError) throw error;
    throw new MongoError(2, asMongoError(error).message);
  }
}

function runAggregate(command: Command, { engine, cursors }: Server): Buffer {
  const options = docOption(command.body, 'cursor');
  checkOptions('a cursor', options, ['batchSize']);
  if (command.body['cursor'] === undefined) throw new MongoError(9, "The 'cursor' option is required");
  const namespace = `${command.database}.${collectionName(command)}`;
  return cursors.first(namespace, listSource(run(engine, command)), {
    batchSize: countOption(options, 'batchSize'),
  });
}

export const aggregateCommands: Record<string, Definition> = {
  aggregate: { options: ['pipeline', 'cursor', 'hint'], run: runAggregate },
};
