import { MongoError } from '../errors.ts';
import { comparable, compareValues, equalValues } from '../values/compare.ts';
import type { Doc } from '../values/document.ts';
import { encodeKey } from '../values/key-encoding.ts';
import { missing, valuesAt } from '../values/paths.ts';

type Test = (doc: Doc) => boolean;
/** Compiles a condition on the values at a path. */
type Operator = (parts: readonly string[], operand: unknown) => Test;

/** An operator that is satisfied by any value at the path, or by any element of an array there. */
const any =
  (compile: (operand: unknown) => (value: unknown) => boolean): Operator =>
  (parts, operand) => {
    const test = compile(operand);
    return (doc) =>
      valuesAt(doc, parts).some((value) => test(value) || (Array.isArray(value) && value.some(test)));
  };

const none =
  (operator: Operator): Operator =>
  (parts, operand) => {
    const test = operator(parts, operand);
    return (doc) => !test(doc);
  };

const isNothing = (value: unknown): boolean => value === missing || value === null || value === undefined;

const equals = (operand: unknown) => (value: unknown) =>
  isNothing(operand) ? isNothing(value) : value !== missing && equalValues(value, operand);

const ranged = (holds: (order: number) => boolean): Operator =>
  any((operand) => (value) => {
    if (isNothing(operand)) return isNothing(value) && holds(0);
    if (value === missing || !comparable(value, operand)) return false;
    return !Number.isNaN(value) && holds(compareValues(value, operand));
  });

function oneOf(operand: unknown): (value: unknown) => boolean {
  if (!Array.isArray(operand)) throw new MongoError(2, '$in needs an array');
  const key = (value: unknown) => encodeKey(value).toString('latin1');
  const keys = new Set(operand.map(key));
  const nothing = operand.some(isNothing);
  return (value) => (isNothing(value) ? nothing : keys.has(key(value)));
}

/** The beginning of a text: the only supported regular expression is `^` followed by letters and digits. */
function beginsWith(operand: unknown): (value: unknown) => boolean {
  const beginning = typeof operand === 'string' ? /^\^([\p{L}\p{N}]+)$/u.exec(operand)?.[1] : undefined;
  if (beginning === undefined)
    throw new MongoError(2, '$regex is supported by the embedded MongoDB for the beginning of a text only');
  return (value) => typeof value === 'string' && value.startsWith(beginning);
}

const exists: Operator = (parts, operand) => (doc) =>
  valuesAt(doc, parts).some((value) => value !== missing) === Boolean(operand);

const equal = any(equals);
const within = any(oneOf);

/** The comparisons of a field with the rules of BSON: binaries, 64-bit integers, null and missing, field order, type brackets. */
export const comparisons = new Map<string, Operator>(
  Object.entries({
    $eq: equal,
    $ne: none(equal),
    $in: within,
    $nin: none(within),
    $gt: ranged((order) => order > 0),
    $gte: ranged((order) => order >= 0),
    $lt: ranged((order) => order < 0),
    $lte: ranged((order) => order <= 0),
    $regex: any(beginsWith),
    $exists: exists,
  }),
);
