import { MongoError, notSupported } from '../errors.ts';
import { Finding, type FindRequest } from '../query/find.ts';
import type { IndexScan, Plan } from '../query/planner.ts';
import { type Doc, isDoc } from '../values/document.ts';
import { checkOptions, type Command, type Definition, type Server } from './command.ts';
import { countRequest } from './count.ts';
import { findCommands, findRequest } from './find.ts';

const scanStage = ({ index, reverse }: IndexScan): Doc => ({
  stage: 'IXSCAN',
  indexName: index.name,
  keyPattern: index.spec['key'],
  isMultiKey: index.multikey,
  isUnique: index.unique,
  isSparse: index.sparse,
  isPartial: index.partialFilter !== undefined,
  direction: reverse ? 'backward' : 'forward',
});

function accessStage(plan: Plan): Doc {
  if (plan.kind === 'all') return { stage: 'COLLSCAN', direction: 'forward' };
  if (plan.kind === 'index') return { stage: 'FETCH', inputStage: scanStage(plan) };
  return { stage: 'FETCH', inputStage: { stage: 'OR', inputStages: plan.branches.map(scanStage) } };
}

function winningPlan(plan: Plan, { sort = [] }: FindRequest): Doc {
  const access = accessStage(plan);
  if (sort.length === 0 || plan.sorted) return access;
  const sortPattern = Object.fromEntries(sort.map(({ path, direction }) => [path, direction]));
  return { stage: 'SORT', sortPattern, inputStage: access };
}

type Explained = { collection: string; request: FindRequest };

function explained(inner: Doc): Explained {
  const { $db: _, ...body } = inner;
  if (typeof body['find'] === 'string') {
    checkOptions('find', body, ['find', ...(findCommands['find']?.options ?? [])]);
    return { collection: body['find'], request: findRequest(body) };
  }
  if (typeof body['count'] === 'string') return { collection: body['count'], request: countRequest(body) };
  throw notSupported(`explain of '${Object.keys(body)[0] ?? ''}'`);
}

const withoutScan = (namespace: string): Doc => ({
  queryPlanner: { namespace, winningPlan: { stage: 'EOF' } },
  executionStats: {
    executionSuccess: true,
    nReturned: 0,
    executionTimeMillis: 0,
    totalKeysExamined: 0,
    totalDocsExamined: 0,
  },
  ok: 1,
});

function runExplain({ body, database }: Command, { engine }: Server): Doc {
  if (!isDoc(body['explain'])) throw new MongoError(9, "'explain' needs a command");
  const { collection: name, request } = explained(body['explain']);
  const namespace = `${database}.${name}`;
  const collection = engine.catalog.find(database, name);
  if (!collection) return withoutScan(namespace);
  const startedAt = Date.now();
  const finding = new Finding(engine, collection, request);
  let nReturned = 0;
  while (finding.take()) nReturned++;
  const plan = winningPlan(finding.plan, request);
  const executionStats = {
    executionSuccess: true,
    nReturned,
    executionTimeMillis: Date.now() - startedAt,
    totalKeysExamined: finding.effort.keys,
    totalDocsExamined: finding.effort.documents,
    executionStages: plan,
  };
  return { queryPlanner: { namespace, winningPlan: plan, rejectedPlans: [] }, executionStats, ok: 1 };
}

export const explainCommands: Record<string, Definition> = {
  explain: { options: ['verbosity'], run: runExplain },
};
