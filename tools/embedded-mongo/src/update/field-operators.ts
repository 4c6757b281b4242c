import { Int32, Timestamp } from 'bson';
import { MongoError } from '../errors.ts';
import { bitwise, isNumeric, product, sum } from '../values/arithmetic.ts';
import { compareValues } from '../values/compare.ts';
import { describe } from '../values/describe.ts';
import { isDoc } from '../values/document.ts';

/** Gives the value that a field holds after the update; undefined changes nothing. */
export type FieldOperator = (current: unknown, operand: unknown, path: string) => unknown;

const calculated =
  (
    name: string,
    calculate: (current: unknown, operand: unknown) => unknown,
    initial?: unknown,
  ): FieldOperator =>
  (current, operand, path) => {
    if (!isNumeric(operand))
      throw new MongoError(14, `Cannot ${name} with non-numeric argument: {${path}: ${describe(operand)}}`);
    if (current === undefined) return initial === undefined ? operand : calculate(initial, operand);
    if (!isNumeric(current))
      throw new MongoError(
        14,
        `Cannot apply ${name} to a value of non-numeric type: the field '${path}' is ${describe(current)}`,
      );
    return calculate(current, operand);
  };

const extreme =
  (sign: 1 | -1): FieldOperator =>
  (current, operand) =>
    current === undefined || compareValues(operand, current) * sign > 0 ? operand : undefined;

const currentDate: FieldOperator = (_current, operand) => {
  const type = isDoc(operand) ? operand['$type'] : operand === true || operand === false ? 'date' : undefined;
  if (type === 'date') return new Date();
  if (type === 'timestamp') return new Timestamp({ t: Math.floor(Date.now() / 1000), i: 1 });
  throw new MongoError(2, "$currentDate expects true or { $type: 'date' | 'timestamp' }");
};

const bit: FieldOperator = (current, operand, path) => {
  if (!isDoc(operand)) throw new MongoError(9, `The $bit modifier for '${path}' must be a document`);
  return Object.entries(operand).reduce<unknown>(
    (value, [operation, mask]) => bitwise(value, mask, operation),
    current ?? new Int32(0),
  );
};

export const fieldOperators: Record<string, FieldOperator> = {
  $set: (_current, operand) => operand,
  $inc: calculated('$inc', sum),
  $mul: calculated('$mul', product, new Int32(0)),
  $min: extreme(-1),
  $max: extreme(1),
  $currentDate: currentDate,
  $bit: bit,
};
