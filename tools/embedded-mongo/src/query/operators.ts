import { $elemMatch as anyElement, $mod, $not, $regex } from 'mingo/operators/query';
import { Query } from 'mingo/query';
import type { Options } from 'mingo/types';
import { MongoError, notSupported } from '../errors.ts';
import { comparable, compareValues, equalValues } from '../values/compare.ts';
import { bsonType, type Doc, isDoc } from '../values/document.ts';
import { encodeKey, tag, tagOf } from '../values/key-encoding.ts';
import { missing, valuesAt } from '../values/paths.ts';

/*
 * mingo compares with JavaScript's types in mind. These operators replace its comparisons by BSON's (binary, 64-bit
 * integers, null and missing, field order, type brackets) and are plugged into mingo's compiler.
 */

type Test = (doc: Doc) => boolean;
type Operator = (selector: string, operand: unknown, options: Options) => Test;

/** An operator that holds when it holds for any value at the path, or for any element of an array there. */
const any =
  (compile: (operand: unknown) => (value: unknown) => boolean): Operator =>
  (selector, operand) => {
    const parts = selector.split('.');
    const test = compile(operand);
    return (doc) =>
      valuesAt(doc, parts).some((value) => test(value) || (Array.isArray(value) && value.some(test)));
  };

const none =
  (operator: Operator): Operator =>
  (selector, operand, options) => {
    const test = operator(selector, operand, options);
    return (doc) => !test(doc);
  };

const isNothing = (value: unknown): boolean => value === missing || value === null || value === undefined;

const equals = (operand: unknown) => (value: unknown) =>
  isNothing(operand) ? isNothing(value) : value !== missing && equalValues(value, operand);

const ranged = (holds: (order: number) => boolean) => (operand: unknown) => (value: unknown) => {
  if (isNothing(operand)) return isNothing(value) && holds(0);
  if (value === missing || !comparable(value, operand)) return false;
  return !Number.isNaN(value) && holds(compareValues(value, operand));
};

function oneOf(operand: unknown): (value: unknown) => boolean {
  if (!Array.isArray(operand)) throw new MongoError(2, '$in needs an array');
  const patterns = operand.filter((item) => item instanceof RegExp);
  const key = (value: unknown) => encodeKey(value).toString('latin1');
  const keys = new Set(operand.map(key));
  const nothing = operand.some(isNothing);
  return (value) =>
    isNothing(value)
      ? nothing
      : keys.has(key(value)) ||
        (typeof value === 'string' && patterns.some((pattern) => pattern.test(value)));
}

const typeTags: Record<string | number, number> = {
  string: tag.string,
  2: tag.string,
  object: tag.object,
  3: tag.object,
  array: tag.array,
  4: tag.array,
  binData: tag.binary,
  5: tag.binary,
  objectId: tag.objectId,
  7: tag.objectId,
  bool: tag.boolean,
  8: tag.boolean,
  date: tag.date,
  9: tag.date,
  null: tag.null,
  10: tag.null,
  regex: tag.regExp,
  11: tag.regExp,
  timestamp: tag.timestamp,
  17: tag.timestamp,
  number: tag.number,
};

function ofType(operand: unknown): (value: unknown) => boolean {
  const wanted = (Array.isArray(operand) ? operand : [operand]).map((name: unknown) => {
    const known = typeTags[String(name)];
    if (known === undefined) throw notSupported(`$type ${String(name)}`);
    return known;
  });
  return (value) => value !== missing && wanted.includes(tagOf(value));
}

const atPath =
  (compile: (operand: unknown) => (values: unknown[]) => boolean): Operator =>
  (selector, operand) => {
    const parts = selector.split('.');
    const test = compile(operand);
    return (doc) => test(valuesAt(doc, parts));
  };

const exists = atPath((operand) => {
  const wanted = bsonType(operand) === undefined ? Boolean(operand) : true;
  return (values) => values.some((value) => value !== missing) === wanted;
});

const size = atPath((operand) => {
  if (!Number.isInteger(operand)) throw new MongoError(2, '$size needs an integer');
  return (values) => values.some((value) => Array.isArray(value) && value.length === operand);
});

const comparisons = new Set(['$eq', '$ne', '$in', '$nin', '$gt', '$gte', '$lt', '$lte', '$type']);

/** An array within the array is an element whose fields are its positions. */
function elementMatching(selector: string, operand: Doc, options: Options): Test {
  const parts = selector.split('.');
  const query = new Query<Doc>(operand, options);
  const holds = (element: unknown) =>
    Array.isArray(element)
      ? query.test(Object.fromEntries(element.entries()))
      : isDoc(element) && query.test(element);
  return (doc) => valuesAt(doc, parts).some((value) => Array.isArray(value) && value.some(holds));
}

/** A comparison holds for an element itself: of an array within the array it does not look at the elements. */
const elemMatch: Operator = (selector, operand, options) => {
  if (!isDoc(operand)) throw new MongoError(2, '$elemMatch needs an Object');
  const operators = Object.keys(operand);
  if (!operators.every((name) => name.startsWith('$'))) return elementMatching(selector, operand, options);
  if (operators.length === 0 || !operators.every((operator) => comparisons.has(operator)))
    return anyElement(selector, operand, options);
  const parts = selector.split('.');
  const query = new Query<Doc>({ element: operand }, options);
  const holds = (element: unknown) => query.test({ element: Array.isArray(element) ? [element] : element });
  return (doc) => valuesAt(doc, parts).some((value) => Array.isArray(value) && value.some(holds));
};

const equal = any(equals);
const within = any(oneOf);

const all: Operator = (selector, operand, options) => {
  if (!Array.isArray(operand)) throw new MongoError(2, '$all needs an array');
  const tests = operand.map((item: unknown): Test => {
    if (isDoc(item) && '$elemMatch' in item) return elemMatch(selector, item['$elemMatch'], options);
    return item instanceof RegExp ? $regex(selector, item, options) : equal(selector, item, options);
  });
  return (doc) => tests.length > 0 && tests.every((test) => test(doc));
};

/** The query operators on fields: BSON's comparisons, and from mingo what does not compare. */
export const fieldOperators = {
  $eq: equal,
  $ne: none(equal),
  $in: within,
  $nin: none(within),
  $gt: any(ranged((order) => order > 0)),
  $gte: any(ranged((order) => order >= 0)),
  $lt: any(ranged((order) => order < 0)),
  $lte: any(ranged((order) => order <= 0)),
  $type: any(ofType),
  $exists: exists,
  $size: size,
  $all: all,
  $elemMatch: elemMatch,
  $mod,
  $not,
  $regex,
};
