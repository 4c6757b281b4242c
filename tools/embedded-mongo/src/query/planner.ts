import { MongoError } from '../errors.ts';
import { type Collection, indexPrefix, rangeOf } from '../storage/catalog.ts';
import { keptBytes } from '../storage/index-keys.ts';
import type { Index } from '../storage/index-spec.ts';
import { after, type KeyRange } from '../storage/store.ts';
import { equalValues } from '../values/compare.ts';
import { type Doc, isDoc } from '../values/document.ts';
import { boundsOf, type FieldBounds, keyRange } from './bounds.ts';
import { type Conditions, conditionsOf } from './conditions.ts';
import { excludesMissing, inPartialIndex } from './partial.ts';
import type { SortField } from './sort.ts';

/** Ranges of one index; with `merge`, entries of all ranges come in the order of what follows their prefix. */
export type IndexScan = {
  kind: 'index';
  index: Index;
  ranges: (KeyRange & { prefixLength: number })[];
  reverse: boolean;
  sorted: boolean;
  points: number;
  bounded: boolean;
};

/** How the candidates of a query are found. */
export type Plan =
  | IndexScan
  | { kind: 'or'; branches: IndexScan[]; sorted: false }
  | { kind: 'all'; sorted: false };

/** What is asked of a collection. */
type Question = { filter: Doc; sort: SortField[]; hint?: unknown };

const mostRanges = 1000;
const longestEnd = 6 + keptBytes;

type Prefixes = { keys: Buffer[]; fields: number; single: Set<string> };

/** The prefixes that the leading fields with single values give. */
function prefixesOf(collection: Collection, index: Index, bounds: (FieldBounds | undefined)[]): Prefixes {
  let keys = [indexPrefix(collection, index.id)];
  const single = new Set<string>();
  let fields = 0;
  for (const field of index.fields) {
    const bound = bounds[fields];
    if (!bound || !('points' in bound) || keys.length * bound.points.length > mostRanges) break;
    const { points } = bound;
    keys = keys.flatMap((prefix) => points.map((point) => Buffer.concat([prefix, point])));
    if (points.length === 1) single.add(field.path);
    fields++;
  }
  return { keys, fields, single };
}

/** The direction in which the index, after its fixed fields, is in the order of the sort; undefined when it is in neither. */
function orderServed(
  index: Index,
  { fields, single }: Prefixes,
  sort: readonly SortField[],
): 1 | -1 | undefined {
  if (index.multikey || index.truncated) return undefined;
  const wanted = sort.filter(({ path }) => !single.has(path));
  const direction = wanted[0]?.direction ?? 1;
  const served = wanted.every(
    (field, at) => index.fields[fields + at]?.path === field.path && field.direction === direction,
  );
  return served ? direction : undefined;
}

function usable(index: Index, conditions: Conditions): boolean {
  if (index.partialFilter && !inPartialIndex(conditions, index.partialFilter)) return false;
  if (!index.sparse) return true;
  return index.fields.some(({ path }) => conditions.byPath.get(path)?.some(excludesMissing));
}

/** Stored keys that are too long for LMDB are cut; the ends of a range that are as long are widened to include them. */
function widened({ from, to }: KeyRange): KeyRange {
  return {
    from: from.subarray(0, longestEnd),
    to: to.length > longestEnd ? after(to.subarray(0, longestEnd)) : to,
  };
}

/**
 * The bounds of an index's fields. Of an array each element has an entry of its own, and each condition may hold for another
 * element: there only one condition bounds the scan.
 */
function fieldBounds(index: Index, { byPath }: Conditions): (FieldBounds | undefined)[] {
  const given = index.fields.map(({ path }) => byPath.get(path) ?? []);
  if (!index.multikey) return given.map(boundsOf);
  return [given[0]?.map((condition) => boundsOf([condition])).find((bounds) => bounds !== undefined)];
}

function scanOf(
  collection: Collection,
  index: Index,
  question: Question & { conditions: Conditions },
): IndexScan {
  const bounds = fieldBounds(index, question.conditions);
  const prefixes = prefixesOf(collection, index, bounds);
  const next = bounds[prefixes.fields];
  const range = next && 'lower' in next ? next : undefined;
  const ranges = prefixes.keys.map((prefix) => ({
    ...widened(range ? keyRange(prefix, range) : rangeOf(prefix)),
    prefixLength: prefix.length,
  }));
  const order = question.sort.length === 0 ? undefined : orderServed(index, prefixes, question.sort);
  return {
    kind: 'index',
    index,
    ranges,
    reverse: order === -1,
    sorted: order !== undefined,
    points: prefixes.fields,
    bounded: range !== undefined,
  };
}

/** How good a scan is: the fields of greater weight come first. */
function rank({ index, points, sorted, bounded }: IndexScan): number {
  const wholeUnique = index.unique && points === index.fields.length ? 1e6 : 0;
  return (
    wholeUnique +
    points * 1000 +
    (sorted ? 400 : 0) +
    (bounded ? 200 : 0) +
    (index.partialFilter ? 100 : 0) -
    index.fields.length
  );
}

const isUseful = ({ points, bounded, sorted, index }: IndexScan): boolean =>
  points > 0 || bounded || sorted || index.partialFilter !== undefined;

/** Nothing is better than the one document of an `_id`. */
function wholeId(collection: Collection, question: Question, conditions: Conditions): IndexScan | undefined {
  const index = collection.indexes[0];
  if (!index || !conditions.byPath.get('_id')?.some(({ operator }) => operator === '$eq')) return undefined;
  const scan = scanOf(collection, index, { ...question, conditions });
  return scan.points === 1 ? scan : undefined;
}

function bestScan(collection: Collection, question: Question): IndexScan | undefined {
  const conditions = conditionsOf(question.filter);
  const one = wholeId(collection, question, conditions);
  if (one) return one;
  const mayServe = ({ fields, partialFilter }: Index) =>
    question.sort.length > 0 || partialFilter !== undefined || conditions.byPath.has(fields[0]?.path ?? '');
  return collection.indexes
    .filter((index) => mayServe(index) && usable(index, conditions))
    .map((index) => scanOf(collection, index, { ...question, conditions }))
    .filter(isUseful)
    .sort((left, right) => rank(right) - rank(left))[0];
}

function hinted(collection: Collection, question: Question): Plan {
  const { hint } = question;
  const index = collection.indexes.find(({ name, spec }) =>
    isDoc(hint) ? equalValues(spec['key'], hint) : name === hint,
  );
  if (!index) throw new MongoError(2, 'hint provided does not correspond to an existing index');
  const conditions = conditionsOf(question.filter);
  if (!usable(index, conditions))
    throw new MongoError(2, `the hinted index ${index.name} does not hold all documents of this query`);
  return scanOf(collection, index, { ...question, conditions });
}

/** One scan for each alternative of an `$or`, when each has one. */
function union(collection: Collection, filter: Doc): Plan | undefined {
  for (const alternatives of conditionsOf(filter).alternatives) {
    const branches = alternatives.map((branch) => bestScan(collection, { filter: branch, sort: [] }));
    if (branches.every((branch) => branch !== undefined)) return { kind: 'or', branches, sorted: false };
  }
  return undefined;
}

/** Chooses how to find the candidates; every candidate is tested by the filter afterwards. */
export function planFor(collection: Collection, question: Question): Plan {
  if (question.hint !== undefined) return hinted(collection, question);
  const scan = bestScan(collection, question);
  if (scan && (scan.points > 0 || scan.bounded)) return scan;
  return union(collection, question.filter) ?? scan ?? { kind: 'all', sorted: false };
}
