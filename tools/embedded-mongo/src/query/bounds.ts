import { encodeKey, inverted, tag, tagOf } from '../values/key-encoding.ts';
import { after, type KeyRange } from '../storage/store.ts';
import type { Condition } from './conditions.ts';

/** One end of a range of encoded values. */
type End = { key: Buffer; inclusive: boolean };

/** The encoded values of one index field that a filter allows: single points, or one range. */
export type FieldBounds = { points: Buffer[] } | { lower: End; upper: End };

const isPoint = (value: unknown): boolean =>
  !Array.isArray(value) && !(value instanceof RegExp) && value !== undefined;

/** Null stands for BSON's old value undefined as well. */
const keysOf = (value: unknown): Buffer[] =>
  value === null ? [encodeKey(undefined), encodeKey(null)] : [encodeKey(value)];

function pointsOf({ operator, operand }: Condition): Buffer[] | undefined {
  if (operator === '$eq') return isPoint(operand) ? keysOf(operand) : undefined;
  if (operator !== '$in' || !Array.isArray(operand) || !operand.every(isPoint)) return undefined;
  const keys = new Map(operand.flatMap(keysOf).map((key) => [key.toString('latin1'), key]));
  return [...keys.values()].sort((left, right) => Buffer.compare(left, right));
}

function rangeOf({ operator, operand }: Condition): { lower: End; upper: End } | undefined {
  if (!['$gt', '$gte', '$lt', '$lte'].includes(operator) || !isPoint(operand)) return undefined;
  const wholeType = { key: Buffer.of(tagOf(operand)), inclusive: true };
  if (operand === null)
    return { lower: { key: Buffer.of(tag.undefined), inclusive: true }, upper: wholeType };
  const end = { key: encodeKey(operand), inclusive: operator.endsWith('e') };
  return operator.startsWith('$g') ? { lower: end, upper: wholeType } : { lower: wholeType, upper: end };
}

const tighter = (left: End, right: End, sign: 1 | -1): End => {
  const order = Buffer.compare(left.key, right.key) * sign;
  if (order === 0) return left.inclusive ? right : left;
  return order > 0 ? left : right;
};

type Range = { lower: End; upper: End };

const intersection = (all: Range, { lower, upper }: Range): Range => ({
  // the end of a whole type is its tag alone, which sorts before every value of it
  lower: tighter(all.lower, lower, 1),
  upper:
    all.upper.key.length === 1 ? upper : upper.key.length === 1 ? all.upper : tighter(all.upper, upper, -1),
});

/** The bounds of one field and the conditions that they come from. */
export type Chosen = { path: string; bounds: FieldBounds; conditions: readonly Condition[] };

/**
 * The bounds that the conditions on one field give. `together` tells whether two of them hold for one and the same index
 * entry; where a field has arrays in it, each condition may hold for another element.
 */
export function boundsOf(
  path: string,
  conditions: readonly Condition[],
  together: (left: Condition, right: Condition) => boolean,
): Chosen | undefined {
  const points = conditions.flatMap((condition) => {
    const keys = pointsOf(condition);
    return keys ? [{ condition, keys }] : [];
  });
  const [fewest] = points.sort((left, right) => left.keys.length - right.keys.length);
  if (fewest) return { path, bounds: { points: fewest.keys }, conditions: [fewest.condition] };
  const ranges = conditions.flatMap((condition) => {
    const range = rangeOf(condition);
    return range ? [{ condition, range }] : [];
  });
  const [first] = ranges;
  if (!first) return undefined;
  const used = ranges.filter((other) => other === first || together(first.condition, other.condition));
  const bounds = used.map(({ range }) => range).reduce(intersection);
  return { path, bounds, conditions: used.map(({ condition }) => condition) };
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
