import { Double, Int32, Long } from 'bson';
import { MongoError } from '../errors.ts';
import { bsonType } from './document.ts';

/** True for every number type that can be calculated with. */
export const isNumeric = (value: unknown): boolean =>
  typeof value === 'number' ||
  typeof value === 'bigint' ||
  ['Int32', 'Double', 'Long'].includes(bsonType(value) ?? '');

const isInteger32 = (value: number): boolean =>
  Number.isInteger(value) && value >= -0x80000000 && value <= 0x7fffffff;

type Number64 = { type: 'int' | 'long'; value: bigint } | { type: 'double'; value: number };

function numberOf(value: unknown): Number64 {
  const type = bsonType(value);
  if (type === 'Int32') return { type: 'int', value: BigInt((value as Int32).valueOf()) };
  if (type === 'Long') return { type: 'long', value: (value as Long).toBigInt() };
  if (typeof value === 'bigint') return { type: 'long', value };
  const number = Number(value);
  return type === undefined && isInteger32(number)
    ? { type: 'int', value: BigInt(number) }
    : { type: 'double', value: number };
}

/** An exact integer as the narrowest of BSON's types that is allowed. */
function integer(value: bigint, wide: boolean): unknown {
  if (BigInt.asIntN(64, value) !== value) throw new MongoError(2, 'the result does not fit into 64 bits');
  return wide || BigInt.asIntN(32, value) !== value ? Long.fromBigInt(value) : new Int32(Number(value));
}

type Operation = {
  doubles: (left: number, right: number) => number;
  integers: (left: bigint, right: bigint) => bigint;
};

function calculate(left: unknown, right: unknown, { doubles, integers }: Operation): unknown {
  const [a, b] = [numberOf(left), numberOf(right)];
  if (a.type === 'double' || b.type === 'double')
    return new Double(doubles(Number(a.value), Number(b.value)));
  return integer(integers(a.value, b.value), a.type === 'long' || b.type === 'long');
}

/** The sum, in the wider of the two types. */
export const sum = (left: unknown, right: unknown): unknown =>
  calculate(left, right, { doubles: (a, b) => a + b, integers: (a, b) => a + b });

/** The product, in the wider of the two types. */
export const product = (left: unknown, right: unknown): unknown =>
  calculate(left, right, { doubles: (a, b) => a * b, integers: (a, b) => a * b });

/** A bitwise operation on integers. */
export function bitwise(left: unknown, right: unknown, operation: string): unknown {
  const [a, b] = [numberOf(left), numberOf(right)];
  if (a.type === 'double' || b.type === 'double') throw new MongoError(2, '$bit works on integers only');
  const results: Record<string, bigint> = {
    and: a.value & b.value,
    or: a.value | b.value,
    xor: a.value ^ b.value,
  };
  const result = results[operation];
  if (result === undefined) throw new MongoError(2, `$bit does not know '${operation}'`);
  return integer(result, a.type === 'long' || b.type === 'long');
}
