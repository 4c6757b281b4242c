import { MongoError } from '../errors.ts';
import { type Doc, isDoc } from '../values/document.ts';
import { rootOf, valuesAt } from '../values/paths.ts';
import { isOperators } from './conditions.ts';
import { comparisons } from './operators.ts';

/** A compiled filter. */
export type Filter = (doc: Doc) => boolean;

const every = (tests: readonly Filter[]): Filter =>
  tests.length === 1 ? (tests[0] as Filter) : (doc) => tests.every((test) => test(doc));

/** True for a document with an element that satisfies a filter; an array within the array has its positions as fields. */
function elementFilter(parts: readonly string[], operand: unknown): Filter {
  if (!isDoc(operand) || isOperators(operand))
    throw new MongoError(2, '$elemMatch needs conditions on the fields of an element');
  const test = compileFilter(operand);
  const holds = (element: unknown) =>
    Array.isArray(element) ? test(Object.fromEntries(element.entries())) : isDoc(element) && test(element);
  return (doc) => valuesAt(doc, parts).some((value) => Array.isArray(value) && value.some(holds));
}

function operatorFilter(parts: readonly string[], operator: string, operand: unknown): Filter {
  if (operator === '$elemMatch') return elementFilter(parts, operand);
  if (operator === '$not' && isOperators(operand)) {
    const test = operatorsFilter(parts, operand);
    return (doc) => !test(doc);
  }
  const compile = comparisons.get(operator);
  if (!compile)
    throw new MongoError(2, `the operator '${operator}' is not supported by the embedded MongoDB`);
  return compile(parts, operand);
}

const operatorsFilter = (parts: readonly string[], operators: Doc): Filter =>
  every(Object.entries(operators).map(([operator, operand]) => operatorFilter(parts, operator, operand)));

const fieldFilter = (path: string, condition: unknown): Filter =>
  operatorsFilter(path.split('.'), isOperators(condition) ? condition : { $eq: condition });

function branchesFilter(operator: string, branches: unknown): Filter {
  if (operator !== '$and' && operator !== '$or')
    throw new MongoError(2, `the operator '${operator}' is not supported by the embedded MongoDB`);
  if (!Array.isArray(branches) || branches.length === 0 || !branches.every(isDoc))
    throw new MongoError(2, `${operator} needs an array of filters`);
  const tests = branches.map(compileFilter);
  return operator === '$and' ? every(tests) : (doc) => tests.some((test) => test(doc));
}

/** Compiles a filter; an unsupported operator is an error of the client (code 2). */
export const compileFilter = (filter: Doc): Filter =>
  every(
    Object.entries(filter).map(([key, value]) =>
      key.startsWith('$') ? branchesFilter(key, value) : fieldFilter(key, value),
    ),
  );

/** The top-level fields of a filter. */
export const namesIn = (filter: Doc): ReadonlySet<string> =>
  new Set(
    Object.entries(filter).flatMap(([key, value]) =>
      key.startsWith('$') ? (value as Doc[]).flatMap((branch) => [...namesIn(branch)]) : [rootOf(key)],
    ),
  );
