import { Double, Int32, Long } from 'bson';
import { MongoError, notSupported } from '../errors.ts';
import { compileFilter, namesIn } from '../query/filter.ts';
import { isOperators } from '../query/conditions.ts';
import { compareValues } from '../values/compare.ts';
import { describe } from '../values/describe.ts';
import { bsonType, type Doc, isDoc, plain, plainDoc } from '../values/document.ts';

/** Returns the value of a field after the update; undefined changes nothing. */
export type Change = (current: unknown) => unknown;
/** Compiles one operator on one path. */
type UpdateOperator = (operand: unknown, path: string) => Change;

const set: UpdateOperator = (operand) => () => operand;

const max: UpdateOperator = (operand) => (current) =>
  current === undefined || compareValues(operand, current) > 0 ? operand : undefined;

type Numeric = Int32 | Double | Long;

const isNumeric = (value: unknown): value is Numeric =>
  ['Int32', 'Double', 'Long'].includes(bsonType(value) ?? '');

/** The sum in the wider of the two types, as in MongoDB; integers that exceed 32 bits get 64. */
function sum(left: Numeric, right: Numeric): Numeric {
  if (left instanceof Double || right instanceof Double) return new Double(Number(left) + Number(right));
  const total = BigInt(left.toString()) + BigInt(right.toString());
  if (BigInt.asIntN(64, total) !== total) throw new MongoError(2, 'the result does not fit into 64 bits');
  const isLong = left instanceof Long || right instanceof Long || BigInt.asIntN(32, total) !== total;
  return isLong ? Long.fromBigInt(total) : new Int32(Number(total));
}

const inc: UpdateOperator = (operand, path) => {
  if (!isNumeric(operand))
    throw new MongoError(14, `Cannot $inc with non-numeric argument: {${path}: ${describe(operand)}}`);
  return (current) => {
    if (current === undefined) return operand;
    if (isNumeric(current)) return sum(current, operand);
    throw new MongoError(
      14,
      `Cannot apply $inc to a value of non-numeric type: the field '${path}' is ${describe(current)}`,
    );
  };
};

/** Refuses an existing field that is no array. */
function arrayAt(current: unknown, operator: string, path: string): unknown[] {
  if (current === undefined || Array.isArray(current)) return current ?? [];
  throw new MongoError(2, `The field '${path}' must be an array for ${operator} but is ${describe(current)}`);
}

const push: UpdateOperator = (operand, path) => {
  if (!isDoc(operand) || !('$each' in operand))
    return (current) => arrayAt(current, '$push', path).concat([operand]);
  const { $each: added, $slice, ...others } = operand;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw notSupported(`${unknown} in $push`);
  if (!Array.isArray(added)) throw new MongoError(2, 'The argument to $each in $push must be an array');
  const start = plain($slice);
  if (start !== undefined && !(Number.isInteger(start) && Number(start) < 0))
    throw notSupported('a $slice in $push that is not a negative integer');
  return (current) =>
    arrayAt(current, '$push', path)
      .concat(added)
      .slice(start as number | undefined);
};

const picked = (element: Doc, names: readonly string[]): Doc =>
  Object.fromEntries(
    names.filter((name) => Object.hasOwn(element, name)).map((name) => [name, element[name]]),
  );

const pull: UpdateOperator = (operand, path) => {
  if (!isDoc(operand) || isOperators(operand))
    throw notSupported('$pull by anything but the fields of an element');
  const filter = plainDoc(operand);
  const test = compileFilter(filter);
  const names = [...namesIn(filter)];
  const isMeant = (element: unknown) => isDoc(element) && test(plainDoc(picked(element, names)));
  return (current) =>
    current === undefined
      ? undefined
      : arrayAt(current, '$pull', path).filter((element) => !isMeant(element));
};

export const updateOperators = new Map<string, UpdateOperator>(
  Object.entries({
    $set: set,
    $setOnInsert: set,
    $inc: inc,
    $max: max,
    $push: push,
    $pull: pull,
  }),
);
