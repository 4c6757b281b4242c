import type { Engine } from '../engine.ts';
import type { Collection } from '../storage/catalog.ts';
import { type Doc, isDoc } from '../values/document.ts';
import { decodeFields } from '../values/partial-decode.ts';
import { rootOf } from '../values/paths.ts';
import type { Keys } from './few-values.ts';
import { compileFilter, type Filter, namesIn } from './filter.ts';
import type { IndexScan } from './index-scan.ts';
import { type Plan, planFor } from './planner.ts';
import { type Candidate, CandidateReader, type Effort } from './scan.ts';
import { sorted, type SortField } from './sort.ts';

/** A query; a limit of 0 means none. */
export type FindRequest = { filter: Doc; sort?: SortField[]; hint?: unknown; skip?: number; limit?: number };

const isScalarId = (value: unknown): boolean =>
  typeof value === 'string' || (value as Doc | null)?.['_bsontype'] === 'ObjectId';

/** True for a condition on one `_id` or on several. */
const isOnIds = (condition: unknown): boolean => {
  if (!isDoc(condition)) return isScalarId(condition);
  const { $in: ids, ...others } = condition;
  return Array.isArray(ids) && ids.every(isScalarId) && Object.keys(others).length === 0;
};

/** True if the keys alone decide: for an empty filter, short `_id`s, or a filter that the index covers. */
function needsNoTest({ filter }: FindRequest, plan: Plan): boolean {
  const keys = Object.keys(filter);
  if (keys.length === 0 || isCovered(plan)) return true;
  const byId = keys.length === 1 && keys[0] === '_id' && isOnIds(filter['_id']);
  return byId && plan.kind === 'index' && plan.index.id === 0 && !plan.index.truncated && plan.points === 1;
}

/** True if the keys that the plan finds are exactly those of the matching documents. */
const isCovered = (plan: Plan): boolean => plan.kind === 'index' && plan.index.id !== 0 && plan.covered;

/** A running query: reads lazily, unless it must sort. */
export class Finding {
  readonly plan: Plan;
  readonly #candidates: CandidateReader;
  readonly #next: () => Candidate | undefined;
  readonly #keys: Keys;
  #skip: number;
  #left: number;
  #peeked: Candidate | undefined;
  #held = 0;

  constructor(engine: Engine, collection: Collection, request: FindRequest) {
    const { filter, sort = [], hint, skip = 0, limit = 0 } = request;
    const test = compileFilter(filter);
    this.#keys = engine.store;
    this.plan = planFor(collection, { filter, sort, hint }, this.#keys);
    this.#candidates = new CandidateReader(engine, collection, this.plan);
    const matching = this.#matching(request, test);
    const inOrder = sort.length === 0 || this.plan.sorted;
    this.#next = inOrder ? matching : this.#sorted(matching, sort);
    this.#skip = inOrder && isCovered(this.plan) && skip > 0 ? (this.#candidates.pass(skip), 0) : skip;
    this.#left = limit === 0 ? Number.POSITIVE_INFINITY : limit;
  }

  /** The bytes of documents that are held for sorting. */
  get held(): number {
    return this.#held;
  }

  get effort(): Effort {
    return this.#candidates.effort;
  }

  /** The next document, or undefined at the end. */
  take(): Candidate | undefined {
    const found = this.peek();
    if (found) this.#left--;
    this.#peeked = undefined;
    return found;
  }

  /** The next document without taking it. */
  peek(): Candidate | undefined {
    if (this.#left <= 0) return undefined;
    for (; this.#skip > 0; this.#skip--) if (!this.#next()) this.#skip = 1;
    this.#peeked ??= this.#next();
    return this.#peeked;
  }

  /** The number of documents; they are not read if the keys of an index suffice. */
  count(): number {
    if (this.plan.kind === 'index' && isCovered(this.plan)) return this.#countCovered(this.plan);
    let n = 0;
    while (this.take()) n++;
    return n;
  }

  #countCovered({ ranges, probes }: IndexScan): number {
    if (probes.length > 0) return this.#candidates.pass(this.#left);
    const found = ranges.reduce((sum, range) => sum + this.#keys.count(range, this.#left), 0);
    return Math.min(found, this.#left);
  }

  *[Symbol.iterator](): Generator<Candidate> {
    for (let found = this.take(); found; found = this.take()) yield found;
  }

  /** Discards what was read ahead; to be called before other work runs. */
  pause(): void {
    this.#candidates.release();
  }

  #matching(request: FindRequest, test: Filter): () => Candidate | undefined {
    if (needsNoTest(request, this.plan)) return () => this.#candidates.take();
    const names = namesIn(request.filter);
    return () => {
      for (let candidate = this.#candidates.take(); candidate; candidate = this.#candidates.take()) {
        if (test(decodeFields(candidate.raw, names))) return candidate;
      }
      return undefined;
    };
  }

  #sorted(next: () => Candidate | undefined, sort: SortField[]): () => Candidate | undefined {
    let results: Iterator<Candidate> | undefined;
    const readAll = (): Candidate[] => {
      const all: Candidate[] = [];
      for (let found = next(); found; found = next()) {
        all.push(found);
        this.#held += found.raw.length;
      }
      const names = new Set(sort.map(({ path }) => rootOf(path)));
      return sorted(all, sort, ({ raw }) => decodeFields(raw, names));
    };
    return () => {
      results ??= readAll()[Symbol.iterator]();
      const next = results.next();
      return next.done ? undefined : next.value;
    };
  }
}
