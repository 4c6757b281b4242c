import { type Doc, isDoc } from '../values/document.ts';

/**
 * A necessary condition on a path: an operator and its operand; a plain value is `$eq`. The encoded values are known for a condition that
 * only a few values in an index satisfy.
 */
export type Condition = { operator: string; operand: unknown; values?: Buffer[] };

/** The necessary conditions of a filter: by path, and alternatives. */
export type Conditions = { byPath: Map<string, Condition[]>; alternatives: Doc[][] };

/** True for operators and their operands, false for a document to compare with. */
export const isOperators = (value: unknown): value is Doc =>
  isDoc(value) && Object.keys(value).some((key) => key.startsWith('$'));

/** Splits a filter into conditions, including those of `$and`. */
export function conditionsOf(
  filter: Doc,
  conditions: Conditions = { byPath: new Map(), alternatives: [] },
): Conditions {
  for (const [key, value] of Object.entries(filter)) {
    if (key === '$and') for (const part of value as Doc[]) conditionsOf(part, conditions);
    else if (key === '$or') conditions.alternatives.push(value as Doc[]);
    else {
      const given = Object.entries(isOperators(value) ? value : { $eq: value });
      const known = conditions.byPath.get(key) ?? [];
      conditions.byPath.set(key, [...known, ...given.map(([operator, operand]) => ({ operator, operand }))]);
    }
  }
  return conditions;
}

const isScalar = (value: unknown): boolean => value !== null && value !== undefined && !Array.isArray(value);

/** True for a condition that only one value satisfies. */
export const isOnePoint = ({ operator, operand }: Condition): boolean =>
  operator === '$eq' && isScalar(operand);

/** True for a condition that only single values satisfy. */
export const isPoints = (condition: Condition): boolean =>
  condition.values !== undefined ||
  isOnePoint(condition) ||
  (condition.operator === '$in' && Array.isArray(condition.operand) && condition.operand.every(isScalar));
