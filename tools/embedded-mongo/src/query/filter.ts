import { Context } from 'mingo';
import * as accumulators from 'mingo/operators/accumulator';
import * as expressions from 'mingo/operators/expression';
import * as stages from 'mingo/operators/pipeline';
import * as projections from 'mingo/operators/projection';
import { $and, $expr, $nor, $or } from 'mingo/operators/query';
import * as windows from 'mingo/operators/window';
import { Query } from 'mingo/query';
import type { Options } from 'mingo/types';
import { asMongoError, MongoError } from '../errors.ts';
import { type Doc, isDoc } from '../values/document.ts';
import { rootOf } from '../values/paths.ts';
import { directFilter } from './direct-filter.ts';
import { boundedRange } from './bounded-range.ts';
import { fieldOperators } from './operators.ts';
import { sortStage } from './sort.ts';

/** mingo's operators with BSON's comparisons in place of JavaScript's. */
export const mingoOptions: Partial<Options> = {
  scriptEnabled: false,
  context: Context.init({
    accumulator: accumulators,
    expression: { ...expressions, $range: boundedRange },
    pipeline: { ...stages, $sort: sortStage },
    projection: projections,
    query: { ...fieldOperators, $and, $or, $nor, $expr },
    window: windows,
  }),
};

/** A compiled filter. */
export type Filter = (doc: Doc) => boolean;

const everything: Filter = () => true;

/** What mingo cannot make sense of is the client's mistake. */
function blamingClient<Result>(run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    if (error instanceof MongoError) throw error;
    throw new MongoError(2, asMongoError(error).message);
  }
}

/** The general way, for everything a filter may say. */
export function mingoFilter(filter: Doc): Filter {
  const query = new Query<Doc>(filter, mingoOptions);
  return (doc) => query.test(doc);
}

/** Compiles a filter once; an operator that nobody knows is the client's mistake (code 2). */
export function compileFilter(filter: Doc): Filter {
  if (Object.keys(filter).length === 0) return everything;
  const test = blamingClient(() => directFilter(filter) ?? mingoFilter(filter));
  return (doc) => blamingClient(() => test(doc));
}

/** The top-level fields that a filter looks at; undefined when it may look at any. */
export function namesIn(filter: Doc): ReadonlySet<string> | undefined {
  const names = new Set<string>();
  for (const [key, value] of Object.entries(filter)) {
    if (!key.startsWith('$')) names.add(rootOf(key));
    else if ((key === '$and' || key === '$or') && Array.isArray(value)) {
      const branches = value.map((branch) => (isDoc(branch) ? namesIn(branch) : undefined));
      if (!branches.every((branch) => branch !== undefined)) return undefined;
      for (const branch of branches) for (const name of branch) names.add(name);
    } else return undefined;
  }
  return names;
}
