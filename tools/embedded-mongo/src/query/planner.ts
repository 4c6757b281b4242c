import { MongoError } from '../errors.ts';
import { type Collection, indexPrefix, rangeOf } from '../storage/catalog.ts';
import { keptBytes } from '../storage/index-keys.ts';
import type { Index } from '../storage/index-spec.ts';
import { after, type KeyRange } from '../storage/store.ts';
import { equalValues } from '../values/compare.ts';
import { type Doc, isDoc } from '../values/document.ts';
import { inverted } from '../values/key-encoding.ts';
import { boundsOf, type Chosen, type FieldBounds, keyRange } from './bounds.ts';
import { type Condition, type Conditions, conditionsOf, namesPosition } from './conditions.ts';
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
export type Question = { filter: Doc; sort: SortField[]; hint?: unknown };

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
    const points = bound.points.map((key) => (field.direction === 1 ? key : inverted(key)));
    keys = keys.flatMap((prefix) => points.map((point) => Buffer.concat([prefix, point])));
    if (points.length === 1) single.add(field.path);
    fields++;
  }
  return { keys, fields, single };
}

/** 1 or -1 when the index, read forwards or backwards after its fixed fields, is in the order of the sort. */
function orderServed(
  index: Index,
  { fields, single }: Prefixes,
  sort: readonly SortField[],
): 1 | -1 | undefined {
  if (index.multikey || index.truncated || index.fields.some(({ path }) => namesPosition(path)))
    return undefined;
  const wanted = sort.filter(({ path }) => !single.has(path));
  const rest = index.fields.slice(fields);
  const first = wanted[0];
  if (!first) return 1;
  const turn = first.direction === rest[0]?.direction ? 1 : -1;
  const served = wanted.every(({ path, direction }, at) => {
    const field = rest[at];
    return field?.path === path && field.direction * turn === direction;
  });
  return served ? turn : undefined;
}

function usable(index: Index, conditions: Conditions): boolean {
  if (index.partialFilter && !inPartialIndex(conditions, index.partialFilter)) return false;
  if (!index.sparse) return true;
  return index.fields.some(({ path }) => conditions.byPath.get(path)?.some(excludesMissing));
}

/** Stored keys are cut where they are too long for LMDB: ends as long are widened to what such keys still tell. */
function widened({ from, to }: KeyRange): KeyRange {
  return {
    from: from.subarray(0, longestEnd),
    to: to.length > longestEnd ? after(to.subarray(0, longestEnd)) : to,
  };
}

const commonPath = (left: string, right: string): string => {
  const [parts, others] = [left.split('.'), right.split('.')];
  const differs = parts.findIndex((part, at) => part !== others[at]);
  return (differs < 0 ? parts : parts.slice(0, differs)).join('.');
};

/** Whether two conditions hold for one index entry although there are arrays: when one `$elemMatch` on what they share is around both. */
const inOneElement = (common: string, left: Condition, right: Condition): boolean =>
  left.within.some((match) => match.path === common && right.within.includes(match));

/**
 * The bounds of an index's fields. Of an array on a shared path each element has an entry of its own: there the bounds of
 * two fields, or two of one field, may be joined only when they are demanded of one and the same element.
 */
function fieldBounds(index: Index, { byPath }: Conditions): (FieldBounds | undefined)[] {
  const chosen: Chosen[] = [];
  const joinable = (path: string, condition: Condition, other: Chosen): boolean => {
    const common = commonPath(path, other.path);
    return common === '' || other.conditions.every((one) => inOneElement(common, condition, one));
  };
  return index.fields.map(({ path }) => {
    if (namesPosition(path)) return undefined;
    const given = byPath.get(path) ?? [];
    const usable = index.multikey
      ? given.filter((condition) => chosen.every((other) => joinable(path, condition, other)))
      : given;
    const together = (left: Condition, right: Condition) =>
      !index.multikey || inOneElement(path, left, right);
    const found = boundsOf(path, usable, together);
    if (found) chosen.push(found);
    return found?.bounds;
  });
}

function scanOf(
  collection: Collection,
  index: Index,
  question: Question & { conditions: Conditions },
): IndexScan {
  const bounds = fieldBounds(index, question.conditions);
  const prefixes = prefixesOf(collection, index, bounds);
  const next = bounds[prefixes.fields];
  const field = index.fields[prefixes.fields];
  const range = next && 'lower' in next ? next : undefined;
  const ranges = prefixes.keys.map((prefix) => {
    const keys = range && field ? keyRange(prefix, range, field.direction) : rangeOf(prefix);
    return { ...widened(keys), prefixLength: prefix.length };
  });
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
  if (isDoc(hint) && '$natural' in hint) return { kind: 'all', sorted: false };
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
