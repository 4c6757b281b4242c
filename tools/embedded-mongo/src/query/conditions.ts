import { bsonType, type Doc, isDoc } from '../values/document.ts';

/** One necessary condition on a path: an operator and its operand; a plain value is `$eq`. */
export type Condition = { operator: string; operand: unknown };

/** What a filter demands in every case: conditions by path, and the alternatives of which one must hold. */
export type Conditions = { byPath: Map<string, Condition[]>; alternatives: Doc[][] };

const isOperators = (value: unknown): value is Doc =>
  isDoc(value) && Object.keys(value).some((key) => key.startsWith('$'));

const isPattern = (value: unknown): boolean => value instanceof RegExp || bsonType(value) === 'BSONRegExp';

function add(conditions: Conditions, path: string, condition: Condition): void {
  const known = conditions.byPath.get(path);
  if (known) known.push(condition);
  else conditions.byPath.set(path, [condition]);
}

function addField(conditions: Conditions, path: string, value: unknown): void {
  if (isPattern(value)) return add(conditions, path, { operator: '$regex', operand: value });
  if (!isOperators(value)) return add(conditions, path, { operator: '$eq', operand: value });
  for (const [operator, operand] of Object.entries(value)) {
    add(conditions, path, { operator, operand });
    if (operator === '$elemMatch' && isDoc(operand) && !isOperators(operand))
      for (const [key, inner] of Object.entries(operand)) addField(conditions, `${path}.${key}`, inner);
  }
}

/** Takes a filter apart, `$and` included; what it does not understand it leaves out, for the filter itself to test. */
export function conditionsOf(
  filter: Doc,
  conditions: Conditions = { byPath: new Map(), alternatives: [] },
): Conditions {
  for (const [key, value] of Object.entries(filter)) {
    if (key === '$and' && Array.isArray(value))
      for (const part of value as Doc[]) conditionsOf(part, conditions);
    else if (key === '$or' && Array.isArray(value)) conditions.alternatives.push(value as Doc[]);
    else if (!key.startsWith('$')) addField(conditions, key, value);
  }
  return conditions;
}
