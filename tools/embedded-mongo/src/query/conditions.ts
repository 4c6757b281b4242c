import { bsonType, type Doc, isDoc } from '../values/document.ts';
import { isIndex } from '../values/paths.ts';

/** An `$elemMatch` at a path: all that is within it holds for one and the same element of the array there. */
export type ElementMatch = { path: string };

/** One necessary condition on a path: an operator and its operand; a plain value is `$eq`. */
export type Condition = {
  operator: string;
  operand: unknown;
  /** The `$elemMatch`es around the condition, from the outermost on. */
  within: readonly ElementMatch[];
};

/** True for a condition on the document itself, false for one on an element of an array in it. */
export const outsideElements = ({ within }: Condition): boolean => within.length === 0;

/** What a filter demands in every case: conditions by path, and the alternatives of which one must hold. */
export type Conditions = { byPath: Map<string, Condition[]>; alternatives: Doc[][] };

/** The comparisons that an element by itself may be held against. */
const onValues = new Set(['$eq', '$in', '$gt', '$gte', '$lt', '$lte']);

const isOperators = (value: unknown): value is Doc =>
  isDoc(value) && Object.keys(value).some((key) => key.startsWith('$'));

const isPattern = (value: unknown): boolean => value instanceof RegExp || bsonType(value) === 'BSONRegExp';

function add(conditions: Conditions, path: string, condition: Condition): void {
  const known = conditions.byPath.get(path);
  if (known) known.push(condition);
  else conditions.byPath.set(path, [condition]);
}

type Place = { path: string; within: readonly ElementMatch[] };

/** True for a path of which a part may be a position in an array. */
export const namesPosition = (path: string): boolean => path.split('.').some(isIndex);

/** What `$elemMatch` demands of one element; names that are positions mean other values within an element than in an index. */
function addElement(conditions: Conditions, { path, within }: Place, demands: Doc): void {
  const inner = [...within, { path }];
  if (isOperators(demands)) {
    if (Object.keys(demands).every((operator) => onValues.has(operator)))
      addField(conditions, { path, within: inner }, demands);
    return;
  }
  for (const [key, value] of Object.entries(demands))
    if (!key.startsWith('$') && !namesPosition(key))
      addField(conditions, { path: `${path}.${key}`, within: inner }, value);
}

function addField(conditions: Conditions, { path, within }: Place, value: unknown): void {
  if (isPattern(value)) return add(conditions, path, { operator: '$regex', operand: value, within });
  if (!isOperators(value)) return add(conditions, path, { operator: '$eq', operand: value, within });
  for (const [operator, operand] of Object.entries(value)) {
    add(conditions, path, { operator, operand, within });
    if (operator === '$elemMatch' && isDoc(operand)) addElement(conditions, { path, within }, operand);
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
    else if (!key.startsWith('$')) addField(conditions, { path: key, within: [] }, value);
  }
  return conditions;
}
