import { MongoError, notSupported } from '../errors.ts';
import { compileFilter } from '../query/filter.ts';
import { parseSort, sorted } from '../query/sort.ts';
import { compareValues, equalValues } from '../values/compare.ts';
import { describe } from '../values/describe.ts';
import { type Doc, isDoc, plain, plainDoc } from '../values/document.ts';

/** Gives the array that a field holds after the update; undefined changes nothing. */
export type ArrayOperator = (current: unknown[] | undefined, operand: unknown) => unknown[] | undefined;

/** Refuses a field that is there and no array. */
export function arrayAt(current: unknown, operator: string, path: string): unknown[] | undefined {
  if (current === undefined || Array.isArray(current)) return current;
  throw new MongoError(2, `The field '${path}' must be an array for ${operator} but is ${describe(current)}`);
}

const modifiers = new Set(['$each', '$position', '$slice', '$sort']);

function eachOf(operator: string, operand: unknown): unknown[] {
  if (!isDoc(operand) || !('$each' in operand)) return [operand];
  if (!Array.isArray(operand['$each']))
    throw new MongoError(2, `The argument to $each in ${operator} must be an array`);
  return operand['$each'];
}

function whole(operand: Doc, name: string): number | undefined {
  const value = plain(operand[name]);
  if (value !== undefined && !Number.isInteger(value))
    throw new MongoError(2, `${name} in $push must be an integer`);
  return value as number | undefined;
}

function inOrder(array: unknown[], order: unknown): unknown[] {
  if (order === undefined) return array;
  if (order === 1 || order === -1) return array.sort((left, right) => compareValues(left, right) * order);
  return sorted(array, parseSort(order), (element) => (isDoc(element) ? element : {}));
}

function sliced(array: unknown[], slice: number | undefined): unknown[] {
  if (slice === undefined) return array;
  if (slice === 0) return [];
  return slice > 0 ? array.slice(0, slice) : array.slice(slice);
}

const push: ArrayOperator = (current = [], operand) => {
  const added = eachOf('$push', operand);
  if (!isDoc(operand) || !('$each' in operand)) return [...current, ...added];
  const unknown = Object.keys(operand).find((key) => !modifiers.has(key));
  if (unknown) throw notSupported(`${unknown} in $push`);
  const array = [...current];
  array.splice(whole(operand, '$position') ?? array.length, 0, ...added);
  return sliced(inOrder(array, plain(operand['$sort'])), whole(operand, '$slice'));
};

const addToSet: ArrayOperator = (current = [], operand) => {
  const array = [...current];
  for (const value of eachOf('$addToSet', operand))
    if (!array.some((other) => equalValues(other, value))) array.push(value);
  return array;
};

const hasOperator = (value: Doc): boolean => Object.keys(value).some((key) => key.startsWith('$'));

function pullTest(operand: unknown): (element: unknown) => boolean {
  const condition = plain(operand);
  if (condition instanceof RegExp) return (element) => typeof element === 'string' && condition.test(element);
  if (!isDoc(condition)) return (element) => equalValues(element, operand);
  if (!hasOperator(condition)) {
    const test = compileFilter(condition);
    return (element) => isDoc(element) && test(plainDoc(element));
  }
  const test = compileFilter({ element: condition });
  return (element) => test({ element: plain(element) });
}

const pullTests = new WeakMap<object, ReturnType<typeof pullTest>>();

/** One statement's operand is the same for every document that it updates. */
function pullTestOnce(operand: unknown): (element: unknown) => boolean {
  if (typeof operand !== 'object' || operand === null) return pullTest(operand);
  const known = pullTests.get(operand);
  if (known) return known;
  const test = pullTest(operand);
  pullTests.set(operand, test);
  return test;
}

const pull: ArrayOperator = (current, operand) => {
  const matches = pullTestOnce(operand);
  return current?.filter((element) => !matches(element));
};

const pullAll: ArrayOperator = (current, operand) => {
  if (!Array.isArray(operand)) throw new MongoError(2, '$pullAll requires an array argument');
  return current?.filter((element) => !operand.some((value) => equalValues(element, value)));
};

const pop: ArrayOperator = (current, operand) => {
  const end = plain(operand);
  if (end !== 1 && end !== -1) throw new MongoError(9, '$pop expects 1 or -1');
  return end === 1 ? current?.slice(0, -1) : current?.slice(1);
};

export const arrayOperators: Record<string, ArrayOperator> = {
  $push: push,
  $addToSet: addToSet,
  $pull: pull,
  $pullAll: pullAll,
  $pop: pop,
};
