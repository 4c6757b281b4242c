import { encodeKey, tagOf } from './key-encoding.ts';

const compareNumbers = (left: number, right: number): number => (left < right ? -1 : left > right ? 1 : 0);

/** Compares two values in BSON's order, across types; the common types without encoding them. */
export function compareValues(left: unknown, right: unknown): number {
  if (left instanceof Date && right instanceof Date) return left.getTime() - right.getTime();
  const numbers = typeof left === 'number' && typeof right === 'number';
  if (numbers && !Number.isNaN(left) && !Number.isNaN(right)) return compareNumbers(left, right);
  return left === right ? 0 : Buffer.compare(encodeKey(left), encodeKey(right));
}

/** Equality in queries: 1 equals 1.0, and the field order counts. */
export function equalValues(left: unknown, right: unknown): boolean {
  if (typeof left === 'string' || typeof right === 'string' || typeof left === 'boolean')
    return left === right;
  if (left === null || right === null) return left === right;
  return tagOf(left) === tagOf(right) && compareValues(left, right) === 0;
}

/** True if a range operator may compare the two: both of one type. */
export const comparable = (left: unknown, right: unknown): boolean => tagOf(left) === tagOf(right);
