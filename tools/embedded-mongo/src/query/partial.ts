import { equalValues } from '../values/compare.ts';
import type { Doc } from '../values/document.ts';
import { type Condition, type Conditions, conditionsOf } from './conditions.ts';

const isNothing = (value: unknown): boolean => value === null || value === undefined;

/** True if no document without the field can satisfy the condition. */
export function excludesMissing({ operator, operand }: Condition): boolean {
  if (operator === '$exists') return Boolean(operand);
  if (operator === '$in') return Array.isArray(operand) && !operand.some(isNothing);
  return ['$eq', '$gt', '$gte', '$lt', '$lte'].includes(operator) && !isNothing(operand);
}

const implies = (given: Condition, wanted: Condition): boolean =>
  (given.operator === wanted.operator && equalValues(given.operand, wanted.operand)) ||
  (wanted.operator === '$exists' && excludesMissing(given));

/** True if every document that satisfies the conditions is certainly in the partial index. */
export const inPartialIndex = ({ byPath }: Conditions, partial: Doc): boolean =>
  [...conditionsOf(partial).byPath].every(([path, demands]) =>
    demands.every((demand) => byPath.get(path)?.some((condition) => implies(condition, demand))),
  );
