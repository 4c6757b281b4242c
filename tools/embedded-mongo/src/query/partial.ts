import { compareValues, comparable, equalValues } from '../values/compare.ts';
import { type Doc } from '../values/document.ts';
import { compileFilter } from './filter.ts';
import { type Condition, type Conditions, conditionsOf } from './conditions.ts';

const isNothing = (value: unknown): boolean => value === null || value === undefined;

/** True when no document without the field can satisfy the condition. */
export function excludesMissing({ operator, operand }: Condition): boolean {
  if (operator === '$exists') return Boolean(operand);
  if (operator === '$in') return Array.isArray(operand) && !operand.some(isNothing);
  return ['$eq', '$gt', '$gte', '$lt', '$lte'].includes(operator) && !isNothing(operand);
}

const bounding = (operator: string, against: string): boolean =>
  operator.slice(0, 3) === against.slice(0, 3) &&
  (operator === against || !(operator.endsWith('e') && !against.endsWith('e')));

function rangeImplies(given: Condition, wanted: Condition): boolean {
  if (!/^\$[gl]te?$/.test(wanted.operator) || !/^\$[gl]te?$/.test(given.operator)) return false;
  if (given.operator[1] !== wanted.operator[1] || !comparable(given.operand, wanted.operand)) return false;
  const order = compareValues(given.operand, wanted.operand) * (given.operator[1] === 'g' ? 1 : -1);
  return order > 0 || (order === 0 && bounding(given.operator, wanted.operator));
}

function implies(given: Condition, wanted: Condition): boolean {
  if (given.operator === wanted.operator && equalValues(given.operand, wanted.operand)) return true;
  if (wanted.operator === '$exists') return excludesMissing(given);
  const holds = compileFilter({ value: { [wanted.operator]: wanted.operand } });
  if (given.operator === '$eq') return !Array.isArray(given.operand) && holds({ value: given.operand });
  if (given.operator === '$in' && Array.isArray(given.operand))
    return given.operand.every(
      (value) => !(value instanceof RegExp) && !Array.isArray(value) && holds({ value }),
    );
  return rangeImplies(given, wanted);
}

/** True when every document that satisfies the conditions is in the partial index. */
export function inPartialIndex(conditions: Conditions, partial: Doc): boolean {
  const wanted = conditionsOf(partial);
  for (const [path, demands] of wanted.byPath) {
    const given = conditions.byPath.get(path) ?? [];
    if (!demands.every((demand) => given.some((condition) => implies(condition, demand)))) return false;
  }
  return wanted.alternatives.every((branches) =>
    branches.some((branch) => inPartialIndex(conditions, branch)),
  );
}
