import { MongoError } from '../errors.ts';
import { type Collection, documentKey, rangeOf } from '../storage/catalog.ts';
import { isTooLong } from '../storage/index-keys.ts';
import type { Index } from '../storage/index-spec.ts';
import { equalValues } from '../values/compare.ts';
import { type Doc, isDoc } from '../values/document.ts';
import { encodeKey } from '../values/key-encoding.ts';
import { type Conditions, conditionsOf } from './conditions.ts';
import { type Keys, withFewValues } from './few-values.ts';
import { fieldBounds, type IndexScan, scanWith, usable } from './index-scan.ts';
import type { SortField } from './sort.ts';

/** The way to find the candidates of a query. */
export type Plan =
  | IndexScan
  | { kind: 'or'; branches: IndexScan[]; sorted: false }
  | { kind: 'all'; sorted: false };

/** The query to plan. */
type Question = { filter: Doc; sort: SortField[]; hint?: unknown };
type Given = Question & { conditions: Conditions };

/** The scans of an index that find all candidates, the best first. */
const scansOf = (collection: Collection, index: Index, { conditions, sort }: Given): IndexScan[] =>
  fieldBounds(index, conditions)
    .map((bounds) => scanWith(collection, index, { ...bounds, conditions, sort }))
    .sort(byRank);

const wholeUnique = 1e6;

/** The rank of a scan: the fields of greater weight come first. */
function rank({ index, points, sorted, bounded }: IndexScan): number {
  return (
    (index.unique && points === index.fields.length ? wholeUnique : 0) +
    points * 1000 +
    (sorted ? 400 : 0) +
    (bounded ? 200 : 0) +
    (index.partialFilter ? 100 : 0) -
    index.fields.length
  );
}

const byRank = (left: IndexScan, right: IndexScan): number => rank(right) - rank(left);

const isUseful = ({ points, bounded, sorted, index }: IndexScan): boolean =>
  points > 0 || bounded || sorted || index.partialFilter !== undefined;

/** The scan for a single `_id`, which is always best. */
function wholeId(collection: Collection, given: Given): IndexScan | undefined {
  const index = collection.indexes[0];
  if (!index || !given.conditions.byPath.get('_id')?.some(({ operator }) => operator === '$eq'))
    return undefined;
  return scansOf(collection, index, given).find(({ points }) => points === 1);
}

/** The numbers of keys up to which scans are measured; the second one only if all have more than the first. */
const measuredKeys = [1000, 10_000];

/**
 * The scan with the fewest keys. The bounds of an index over an array do not indicate the number of results, so there the keys are counted.
 * If all have many, the order of the sort matters more.
 */
function smallest(
  scans: readonly IndexScan[],
  keys: Keys,
  measured: readonly number[],
): IndexScan | undefined {
  for (const most of measured) {
    const sizes = scans.map((scan) => sizeOf(scan, most, keys));
    const least = Math.min(...sizes);
    if (least < most) return scans[sizes.indexOf(least)];
  }
  return scans[0];
}

function sizeOf({ ranges }: IndexScan, most: number, keys: Keys): number {
  let size = 0;
  for (const range of ranges) {
    size += keys.count(range, most - size);
    if (size >= most) return most;
  }
  return size;
}

/** True if another index bounds as many fields: its gain may exceed that of the sort order, and the rank does not decide between equals. */
const hasRival = (best: IndexScan, others: readonly IndexScan[]): boolean =>
  best.index.partialFilter === undefined &&
  others.some(
    (other) =>
      other.index !== best.index &&
      other.points >= Math.max(best.points, 1) &&
      (best.sorted || rank(other) === rank(best)),
  );

const isWholeUnique = (scan: IndexScan): boolean => rank(scan) >= wholeUnique;
const isOverArray = ({ index, points, bounded }: IndexScan): boolean =>
  index.fields.slice(0, points + Number(bounded)).some(({ path }) => index.multikey.includes(path));

function bestScan(collection: Collection, question: Question, keys: Keys): IndexScan | undefined {
  const conditions = withFewValues(collection, conditionsOf(question.filter), keys);
  const given = { ...question, conditions };
  const one = wholeId(collection, given);
  if (one) return one;
  const mayServe = ({ fields, partialFilter }: Index) =>
    question.sort.length > 0 || partialFilter !== undefined || conditions.byPath.has(fields[0]?.path ?? '');
  const scans = collection.indexes
    .filter((index) => mayServe(index) && usable(index, conditions))
    .flatMap((index) => scansOf(collection, index, given))
    .filter(isUseful)
    .sort(byRank);
  const [best, ...others] = scans;
  if (!best || others.length === 0 || isWholeUnique(best)) return best;
  if (scans.some(isOverArray)) return smallest(scans, keys, measuredKeys);
  return hasRival(best, others) ? smallest(scans, keys, measuredKeys.slice(0, 1)) : best;
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
  return scansOf(collection, index, { ...question, conditions })[0] as IndexScan;
}

/** One scan for each alternative of an `$or`, if each has one. */
function union(collection: Collection, filter: Doc, keys: Keys): Plan | undefined {
  for (const alternatives of conditionsOf(filter).alternatives) {
    const branches = alternatives.map((branch) => bestScan(collection, { filter: branch, sort: [] }, keys));
    if (branches.every((branch) => branch !== undefined)) return { kind: 'or', branches, sorted: false };
  }
  return undefined;
}

/** The plan for the document of one `_id`, without a choice. */
function byId(collection: Collection, { filter: { _id: id }, sort }: Question): IndexScan | undefined {
  const [index] = collection.indexes;
  if (typeof id !== 'string' || sort.length > 0 || !index) return undefined;
  const key = encodeKey(id);
  if (isTooLong(key)) return undefined;
  const prefix = documentKey(collection, key);
  const range = { ...rangeOf(prefix), prefixLength: prefix.length, key: prefix };
  return {
    ...{ kind: 'index', index, ranges: [range], probes: [], reverse: false, sorted: false },
    ...{ points: 1, bounded: false, covered: false },
  };
}

/** Chooses how to find the candidates; they are tested by the filter afterwards, unless their keys decide. */
export function planFor(collection: Collection, question: Question, keys: Keys): Plan {
  if (question.hint !== undefined) return hinted(collection, question);
  const one = byId(collection, question);
  if (one) return one;
  const scan = bestScan(collection, question, keys);
  if (scan && (scan.points > 0 || scan.bounded)) return scan;
  return union(collection, question.filter, keys) ?? scan ?? { kind: 'all', sorted: false };
}
