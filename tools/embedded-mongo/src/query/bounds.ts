import { encodeKey, inverted, tagOf } from '../values/key-encoding.ts';
import { after, type KeyRange } from '../storage/store.ts';
import type { Condition } from './conditions.ts';

/** One end of a range of encoded values. */
type End = { key: Buffer; inclusive: boolean };

/** The encoded values of one index field that a filter allows: single points, or one range. */
export type FieldBounds = { points: Buffer[] } | { lower: End; upper: End };

const isPoint = (value: unknown): boolean =>
  !Array.isArray(value) && !(value instanceof RegExp) && value !== undefined;

function pointsOf({ operator, operand }: Condition): Buffer[] | undefined {
  if (operator === '$eq') return isPoint(operand) ? [encodeKey(operand)] : undefined;
  if (operator !== '$in' || !Array.isArray(operand) || !operand.every(isPoint)) return undefined;
  const keys = new Map(operand.map((value) => encodeKey(value)).map((key) => [key.toString('latin1'), key]));
  return [...keys.values()].sort((left, right) => Buffer.compare(left, right));
}

function rangeOf({ operator, operand }: Condition): { lower: End; upper: End } | undefined {
  if (!['$gt', '$gte', '$lt', '$lte'].includes(operator) || !isPoint(operand)) return undefined;
  const wholeType = { key: Buffer.of(tagOf(operand)), inclusive: true };
  if (operand === null) return { lower: wholeType, upper: wholeType };
  const end = { key: encodeKey(operand), inclusive: operator.endsWith('e') };
  return operator.startsWith('$g') ? { lower: end, upper: wholeType } : { lower: wholeType, upper: end };
}

const tighter = (left: End, right: End, sign: 1 | -1): End => {
  const order = Buffer.compare(left.key, right.key) * sign;
  if (order === 0) return left.inclusive ? right : left;
  return order > 0 ? left : right;
};

/** The bounds that the conditions on one field give; with arrays in it, each condition may hold for another element. */
export function boundsOf(conditions: readonly Condition[], multikey: boolean): FieldBounds | undefined {
  const points = conditions.map(pointsOf).filter((found) => found !== undefined);
  const fewest = points.sort((left, right) => left.length - right.length)[0];
  if (fewest) return { points: fewest };
  const ranges = conditions.map(rangeOf).filter((found) => found !== undefined);
  const [first, ...others] = ranges;
  if (!first || multikey) return first;
  return others.reduce(
    (all, { lower, upper }) => ({
      // the end of a whole type is its tag alone, which sorts before every value of it
      lower: tighter(all.lower, lower, 1),
      upper:
        all.upper.key.length === 1
          ? upper
          : upper.key.length === 1
            ? all.upper
            : tighter(all.upper, upper, -1),
    }),
    first,
  );
}

/** The keys below `prefix` whose next field lies between the two ends. */
export function keyRange(
  prefix: Buffer,
  { lower, upper }: { lower: End; upper: End },
  direction: 1 | -1,
): KeyRange {
  const [low, high] = direction === 1 ? [lower, upper] : [upper, lower];
  const at = ({ key }: End) => Buffer.concat([prefix, direction === 1 ? key : inverted(key)]);
  return { from: low.inclusive ? at(low) : after(at(low)), to: high.inclusive ? after(at(high)) : at(high) };
}
