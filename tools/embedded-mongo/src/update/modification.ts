import { MongoError, notSupported } from '../errors.ts';
import { equalValues } from '../values/compare.ts';
import { type Doc, isDoc } from '../values/document.ts';
import { arrayAt, arrayOperators } from './array-operators.ts';
import { fieldOperators } from './field-operators.ts';
import { type ArrayFilters, compileArrayFilters, targetsOf } from './targets.ts';
import { removeAt, setAt, valueAt } from './tree.ts';

/** Changes an exactly decoded document in place, or gives another one for it. */
export type Modification = (doc: Doc, context: { query: Doc; inserting: boolean }) => Doc;

type Step = { operator: string; path: string; operand: unknown };

const known = new Set([
  ...Object.keys(fieldOperators),
  ...Object.keys(arrayOperators),
  '$unset',
  '$rename',
  '$setOnInsert',
]);

function stepsOf(update: Doc): Step[] {
  return Object.entries(update).flatMap(([operator, fields]) => {
    if (!operator.startsWith('$'))
      throw new MongoError(
        9,
        `Unknown modifier: ${operator}. Expected a valid update modifier or pipeline-style update specified as an array`,
      );
    if (!known.has(operator)) throw new MongoError(9, `Unknown modifier: ${operator}`);
    if (!isDoc(fields))
      throw new MongoError(9, `Modifiers operate on fields but we found another type for ${operator}`);
    return Object.entries(fields).map(([path, operand]) => ({ operator, path, operand }));
  });
}

function checkPath(path: string): void {
  const parts = path.split('.');
  if (parts.includes('')) throw new MongoError(56, `The update path '${path}' contains an empty field name`);
  if (parts[0]?.startsWith('$'))
    throw new MongoError(52, `The dollar ($) prefixed field '${path}' is not valid`);
  if (parts.includes('__proto__')) throw notSupported('a field named __proto__');
}

/** Two paths of one update must not touch the same place. */
function checkConflicts(paths: readonly string[]): void {
  const ordered = [...paths].sort();
  for (const path of ordered) {
    const parts = path.split('.');
    for (let length = 1; length < parts.length; length++) {
      const prefix = parts.slice(0, length).join('.');
      if (ordered.includes(prefix)) throw conflict(path, prefix);
    }
  }
  const twice = ordered.find((path, at) => path === ordered[at + 1]);
  if (twice !== undefined) throw conflict(twice, twice);
}

const conflict = (path: string, at: string): MongoError =>
  new MongoError(40, `Updating the path '${path}' would create a conflict at '${at}'`);

function pathsOf(steps: readonly Step[]): string[] {
  return steps.flatMap(({ operator, path, operand }) => {
    if (operator !== '$rename') return [path];
    if (typeof operand !== 'string')
      throw new MongoError(2, `The 'to' field for $rename must be a string: ${path}`);
    if (/\$/.test(path + operand))
      throw new MongoError(2, `The field of $rename may not be dynamic: ${path}`);
    return [path, operand];
  });
}

function rename(doc: Doc, from: string, to: string): void {
  const value = valueAt(doc, from.split('.'));
  if (value === undefined) return;
  removeAt(doc, from.split('.'));
  setAt(doc, to.split('.'), value);
}

function applyAt(doc: Doc, parts: string[], { operator, path, operand }: Step): void {
  if (operator === '$unset') return removeAt(doc, parts);
  const current = valueAt(doc, parts);
  const ofArray = arrayOperators[operator];
  const value = ofArray
    ? ofArray(arrayAt(current, operator, path), operand)
    : fieldOperators[operator]?.(current, operand, path);
  if (value !== undefined) setAt(doc, parts, value);
}

function checkId(before: unknown, after: unknown): void {
  if (before === undefined || (after !== undefined && equalValues(before, after))) return;
  throw new MongoError(66, "Performing an update on the path '_id' would modify the immutable field '_id'");
}

function byOperators(update: Doc, filters: readonly Doc[]): Modification {
  const steps = stepsOf(update);
  const paths = pathsOf(steps);
  paths.forEach(checkPath);
  checkConflicts(paths);
  const arrayFilters: ArrayFilters = compileArrayFilters(filters, paths);
  const touchesId = paths.some((path) => path === '_id' || path.startsWith('_id.'));
  return (doc, { query, inserting }) => {
    const before = touchesId ? structuredId(doc) : undefined;
    for (const step of steps) {
      if (step.operator === '$setOnInsert' && !inserting) continue;
      if (step.operator === '$rename') rename(doc, step.path, step.operand as string);
      else {
        const effective = step.operator === '$setOnInsert' ? { ...step, operator: '$set' } : step;
        for (const parts of targetsOf(step.path, { doc, query, arrayFilters }))
          applyAt(doc, parts, effective);
      }
    }
    if (touchesId) checkId(before, doc['_id']);
    return doc;
  };
}

/** A copy of an `_id` that is a document, so that a change inside it is seen. */
const structuredId = ({ _id: id }: Doc): unknown => (isDoc(id) ? { ...id } : id);

function byReplacement(replacement: Doc): Modification {
  const operator = Object.keys(replacement).find((key) => key.startsWith('$'));
  if (operator)
    throw new MongoError(
      52,
      `The dollar ($) prefixed field '${operator}' is not allowed in the context of an update's replacement document`,
    );
  return (doc) => {
    if ('_id' in replacement) checkId(doc['_id'], replacement['_id']);
    const { _id: id = replacement['_id'] } = doc;
    const { _id: _, ...fields } = replacement;
    return id === undefined ? fields : { _id: id, ...fields };
  };
}

/** What is needed to compile an update. */
export type UpdateSpec = { update: unknown; arrayFilters: readonly Doc[]; multi: boolean };

/** Compiles an update with operators or a replacement; checks all that can be checked without a document. */
export function compileUpdate({ update, arrayFilters, multi }: UpdateSpec): Modification {
  if (Array.isArray(update)) throw notSupported('an update with an aggregation pipeline');
  if (!isDoc(update)) throw new MongoError(9, 'an update must be a document');
  if (Object.keys(update)[0]?.startsWith('$')) return byOperators(update, arrayFilters);
  if (multi) throw new MongoError(9, 'multi update is not supported for replacement-style update');
  if (arrayFilters.length > 0) throw new MongoError(9, 'arrayFilters may not be specified for a replacement');
  return byReplacement(update);
}
