import { encodeKey, tagOf, textEnd } from '../values/key-encoding.ts';
import { after, type KeyRange } from '../storage/store.ts';
import type { Condition } from './conditions.ts';

/** One end of a range of encoded values. */
type End = { key: Buffer; inclusive: boolean };
type Range = { lower: End; upper: End };

/** The encoded values of one index field that a filter allows: single points, or one range. */
export type FieldBounds = { points: Buffer[] } | Range;

const isPoint = (value: unknown): boolean => !Array.isArray(value) && value !== undefined;

function pointsOf({ operator, operand, values }: Condition): Buffer[] | undefined {
  if (values) return values;
  if (operator === '$eq') return isPoint(operand) ? [encodeKey(operand)] : undefined;
  if (operator !== '$in' || !Array.isArray(operand) || !operand.every(isPoint)) return undefined;
  const keys = new Map(operand.map(encodeKey).map((key) => [key.toString('latin1'), key]));
  return [...keys.values()].sort((left, right) => Buffer.compare(left, right));
}

/** The common prefix of the encodings of all texts that an anchored expression matches. */
export const beginningOf = (expression: unknown): Buffer =>
  encodeKey(String(expression).slice(1)).subarray(0, -textEnd.length);

function rangeOf({ operator, operand }: Condition): Range | undefined {
  if (operator === '$regex') {
    const end = { key: beginningOf(operand), inclusive: true };
    return { lower: end, upper: end };
  }
  if (!['$gt', '$gte', '$lt', '$lte'].includes(operator) || !isPoint(operand) || operand === null)
    return undefined;
  const wholeType = { key: Buffer.of(tagOf(operand)), inclusive: true };
  const end = { key: encodeKey(operand), inclusive: operator.endsWith('e') };
  return operator.startsWith('$g') ? { lower: end, upper: wholeType } : { lower: wholeType, upper: end };
}

const tighter = (left: End, right: End, sign: 1 | -1): End => {
  const order = Buffer.compare(left.key, right.key) * sign;
  if (order === 0) return left.inclusive ? right : left;
  return order > 0 ? left : right;
};

const intersection = (all: Range, { lower, upper }: Range): Range => ({
  // the end of a whole type is its tag alone, which sorts before every value of it
  lower: tighter(all.lower, lower, 1),
  upper:
    all.upper.key.length === 1 ? upper : upper.key.length === 1 ? all.upper : tighter(all.upper, upper, -1),
});

/** The combined bounds of conditions on one field: the fewest points, else one range. */
export function boundsOf(conditions: readonly Condition[]): FieldBounds | undefined {
  const points = conditions.map(pointsOf).filter((keys) => keys !== undefined);
  const [fewest] = points.sort((left, right) => left.length - right.length);
  if (fewest) return { points: fewest };
  const [first, ...others] = conditions.map(rangeOf).filter((range) => range !== undefined);
  return first && others.reduce(intersection, first);
}

/** The keys below `prefix` whose next field lies between the two ends. */
export function keyRange(prefix: Buffer, { lower, upper }: Range): KeyRange {
  const [from, to] = [Buffer.concat([prefix, lower.key]), Buffer.concat([prefix, upper.key])];
  return { from: lower.inclusive ? from : after(from), to: upper.inclusive ? after(to) : to };
}
