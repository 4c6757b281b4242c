import { MongoError, notSupported } from '../errors.ts';
import { Finding, type FindRequest } from '../query/find.ts';
import type { IndexScan } from '../query/index-scan.ts';
import type { Plan } from '../query/planner.ts';
import { type Doc, isDoc } from '../values/document.ts';
import { checkOptions, type Command, type Definition, type Server } from './command.ts';
import { findOptions, findRequest } from './find.ts';

const scanStage = ({ index, reverse }: IndexScan): Doc => ({
  stage: 'IXSCAN',
  indexName: index.name,
  keyPattern: index.spec['key'],
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

function runExplain({ body, database }: Command, { engine }: Server): Doc {
  if (!isDoc(body['explain'])) throw new MongoError(9, "'explain' needs a command");
  const { $db: _, find: name, ...options } = body['explain'];
  if (typeof name !== 'string') throw notSupported('explain of a command other than find');
  checkOptions('find', options, findOptions);
  const request = findRequest(options);
  const collection = engine.catalog.find(database, name);
  const finding = collection && new Finding(engine, collection, request);
  const nReturned = finding ? [...finding].length : 0;
  const queryPlanner = {
    namespace: `${database}.${name}`,
    winningPlan: finding ? winningPlan(finding.plan, request) : { stage: 'EOF' },
  };
  const { keys: totalKeysExamined, documents: totalDocsExamined } = finding?.effort ?? {
    keys: 0,
    documents: 0,
  };
  const executionStats = { executionSuccess: true, nReturned, totalKeysExamined, totalDocsExamined };
  return { queryPlanner, executionStats, ok: 1 };
}

export const explainCommands: Record<string, Definition> = {
  explain: { options: ['verbosity'], run: runExplain },
};
