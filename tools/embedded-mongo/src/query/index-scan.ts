import { indexPrefix, rangeOf, type Collection } from '../storage/catalog.ts';
import { keptBytes } from '../storage/index-keys.ts';
import type { Index } from '../storage/index-spec.ts';
import { after, type KeyRange } from '../storage/store.ts';
import { boundsOf, keyRange, type FieldBounds } from './bounds.ts';
import { conditionsOf, isOnePoint, isPoints, type Condition, type Conditions } from './conditions.ts';
import { probesOf, type Probe } from './probes.ts';
import type { SortField } from './sort.ts';
import { equalValues } from '../values/compare.ts';
import type { Doc } from '../values/document.ts';

/** Keys of an index; `key` is the only one of a range with at most one. */
export type ScanRange = KeyRange & { prefixLength: number; key?: Buffer };

/** Ranges of one index; if it is sorted, the entries of all ranges come in the order of what follows their prefix. */
export type IndexScan = {
  kind: 'index';
  index: Index;
  ranges: ScanRange[];
  /** Conditions that the keys of indexes decide for each entry. */
  probes: readonly Probe[];
  reverse: boolean;
  sorted: boolean;
  points: number;
  bounded: boolean;
  /** True if each found entry is a matching document, and there are no others. */
  covered: boolean;
};

const mostRanges = 1000;
const longestEnd = 6 + keptBytes;

type Prefixes = { keys: Buffer[]; values: Buffer[][]; fields: number; single: Set<string> };

/** The prefixes for the leading fields with single values, and the values in each. */
function prefixesOf(collection: Collection, index: Index, bounds: Bounds['bounds']): Prefixes {
  let values: Buffer[][] = [[]];
  const single = new Set<string>();
  let fields = 0;
  for (const field of index.fields) {
    const bound = bounds[fields];
    if (!bound || !('points' in bound) || values.length * bound.points.length > mostRanges) break;
    const { points } = bound;
    values = values.flatMap((row) => points.map((point) => [...row, point]));
    if (points.length === 1) single.add(field.path);
    fields++;
  }
  const prefix = indexPrefix(collection, index.id);
  return { keys: values.map((row) => Buffer.concat([prefix, ...row])), values, fields, single };
}

/** The direction in which the index, after its fixed fields, is in the order of the sort; undefined if it is in neither. */
function orderServed(
  index: Index,
  { fields, single }: Prefixes,
  sort: readonly SortField[],
): 1 | -1 | undefined {
  if (index.truncated || sort.some(({ path }) => index.multikey.includes(path))) return undefined;
  const wanted = sort.filter(({ path }) => !single.has(path));
  const direction = wanted[0]?.direction ?? 1;
  const served = wanted.every(
    (field, at) => index.fields[fields + at]?.path === field.path && field.direction === direction,
  );
  return served ? direction : undefined;
}

/** True if the index contains every document that satisfies the conditions. */
export function usable(index: Index, conditions: Conditions): boolean {
  if (index.partialFilter && !inPartialIndex(conditions, index.partialFilter)) return false;
  if (!index.sparse) return true;
  return index.fields.some(({ path }) => conditions.byPath.get(path)?.some(excludesMissing));
}

/** Widens a range with long ends, because stored keys that are too long for LMDB are cut. */
function widened({ from, to }: KeyRange): KeyRange {
  return {
    from: from.subarray(0, longestEnd),
    to: to.length > longestEnd ? after(to.subarray(0, longestEnd)) : to,
  };
}

/** The bounds of each field of an index, and the condition on an array, of which there may be others. */
type Bounds = { bounds: readonly (FieldBounds | undefined)[]; ofArray?: Condition | undefined };

/**
 * The possible bounds of an index's fields. Each element of an array has an entry of its own, and each condition may apply to another
 * element: there, only one condition bounds the scan.
 */
export function fieldBounds(index: Index, { byPath }: Conditions): Bounds[] {
  const isArray = ({ path }: { path: string }) => index.multikey.includes(path);
  const bounds = index.fields.map((field) =>
    isArray(field) ? undefined : boundsOf(byPath.get(field.path) ?? []),
  );
  const array = index.fields.findIndex(isArray);
  const given = byPath.get(index.fields[array]?.path ?? '') ?? [];
  const ways = given.flatMap((ofArray) => {
    const bound = boundsOf([ofArray]);
    return bound ? [{ bounds: bounds.with(array, bound), ofArray }] : [];
  });
  return ways.length === 0 ? [{ bounds }] : ways;
}

/** The scan of an index within these bounds. */
export function scanWith(
  collection: Collection,
  index: Index,
  { bounds, ofArray, conditions, sort }: Bounds & { conditions: Conditions; sort: SortField[] },
): IndexScan {
  const prefixes = prefixesOf(collection, index, bounds);
  const next = bounds[prefixes.fields];
  const range = next && 'lower' in next ? next : undefined;
  const isWhole = index.id === 0 && prefixes.fields === 1;
  const ranges = prefixes.keys.map((prefix) => ({
    ...widened(range ? keyRange(prefix, range) : rangeOf(prefix)),
    prefixLength: prefix.length,
    ...(isWhole && prefix.length <= longestEnd && { key: prefix }),
  }));
  const order = sort.length === 0 ? undefined : orderServed(index, prefixes, sort);
  const scanned = { index, fields: prefixes.fields, values: prefixes.values, ofArray };
  const probes = probesOf(scanned, {
    conditions,
    prefixOf: (other) => indexPrefix(collection, other.id),
    indexes: collection.indexes,
    mayServe: (other) => other.id !== 0 && usable(other, conditions),
  });
  const bounded = range !== undefined;
  return {
    ...{ kind: 'index', index, ranges, probes, reverse: order === -1, sorted: order !== undefined },
    ...{ points: prefixes.fields, bounded },
    covered: isCovered({ index, points: prefixes.fields, bounded, ofArray, probes }, conditions),
  };
}

type Scanned = Pick<IndexScan, 'index' | 'points' | 'bounded' | 'probes'> & Pick<Bounds, 'ofArray'>;

/** True if each found key is a document that satisfies the conditions, and there are no others. */
function isCovered(scan: Scanned, { byPath, alternatives }: Conditions): boolean {
  const { index, points, bounded, ofArray, probes } = scan;
  if (index.truncated || alternatives.length > 0) return false;
  const paths = index.fields.slice(0, points).map(({ path }) => path);
  const ranged = bounded ? index.fields[points]?.path : undefined;
  const isServed = (path: string, given: readonly Condition[]) => (condition: Condition) => {
    if (probes.some((probe) => probe.condition === condition)) return true;
    if (index.multikey.includes(path))
      return condition === ofArray && isOnePoint(condition) && paths.includes(path);
    if (path === ranged) return given.every(isTextRange);
    return given.length === 1 && paths.includes(path) && isPoints(condition);
  };
  return [...byPath].every(([path, given]) => given.every(isServed(path, given)));
}

/** True for a range of texts, which have a type of their own, so that the range has nothing else. */
const isTextRange = ({ operator, operand }: Condition): boolean =>
  ['$gt', '$gte', '$lt', '$lte'].includes(operator) && typeof operand === 'string';

const isNothing = (value: unknown): boolean => value === null || value === undefined;

/** True when no document without the field can satisfy the condition. */
function excludesMissing({ operator, operand }: Condition): boolean {
  if (operator === '$exists') return Boolean(operand);
  if (operator === '$in') return Array.isArray(operand) && !operand.some(isNothing);
  return ['$eq', '$gt', '$gte', '$lt', '$lte'].includes(operator) && !isNothing(operand);
}

const implies = (given: Condition, wanted: Condition): boolean =>
  (given.operator === wanted.operator && equalValues(given.operand, wanted.operand)) ||
  (wanted.operator === '$exists' && excludesMissing(given));

/** True when every document that satisfies the conditions is in the partial index, as far as can be seen from the conditions. */
const inPartialIndex = ({ byPath }: Conditions, partial: Doc): boolean =>
  [...conditionsOf(partial).byPath].every(([path, demands]) =>
    demands.every((demand) => byPath.get(path)?.some((condition) => implies(condition, demand))),
  );
