import { MongoError, notSupported } from '../errors.ts';
import { equalValues } from '../values/compare.ts';
import { type Doc, isDoc } from '../values/document.ts';
import { type Change, updateOperators } from './operators.ts';
import { removeAt, setAt, valueAt } from './tree.ts';
import { rootOf } from '../values/paths.ts';

export type Modification = {
  /** Changes an exactly decoded document in place, or returns another one for it. */
  change: (doc: Doc, inserting: boolean) => Doc;
  /** The top-level fields that it reads or writes; absent if it replaces the whole document. */
  touched?: ReadonlySet<string>;
};

/** The change at one path; without a change the field is removed. */
type Step = { path: string; parts: string[]; change?: Change; onInsert: boolean };

function stepOf(operator: string, path: string, operand: unknown): Step {
  const parts = path.split('.');
  if (parts.includes('')) throw new MongoError(56, `The update path '${path}' contains an empty field name`);
  if (parts.some((part) => part.startsWith('$'))) throw notSupported(`the positional path '${path}'`);
  if (parts.includes('__proto__')) throw notSupported('a field named __proto__');
  const step = { path, parts, onInsert: operator === '$setOnInsert' };
  if (operator === '$unset') return step;
  const compile = updateOperators.get(operator);
  if (!compile)
    throw new MongoError(9, `The update operator '${operator}' is not supported by the embedded MongoDB`);
  return { ...step, change: compile(operand, path) };
}

function stepsOf(update: Doc): Step[] {
  return Object.entries(update).flatMap(([operator, fields]) => {
    if (!isDoc(fields))
      throw new MongoError(9, `Modifiers operate on fields but we found another type for ${operator}`);
    return Object.entries(fields).map(([path, operand]) => stepOf(operator, path, operand));
  });
}

/** Refuses two paths of one update that touch the same field. */
function checkConflicts(steps: readonly Step[]): void {
  const paths = new Set<string>();
  for (const { path } of steps) {
    if (paths.has(path)) throw conflict(path, path);
    paths.add(path);
  }
  for (const { path, parts } of steps)
    for (let length = 1; length < parts.length; length++) {
      const prefix = parts.slice(0, length).join('.');
      if (paths.has(prefix)) throw conflict(path, prefix);
    }
}

const conflict = (path: string, at: string): MongoError =>
  new MongoError(40, `Updating the path '${path}' would create a conflict at '${at}'`);

function checkId(before: unknown, after: unknown): void {
  if (before === undefined || (after !== undefined && equalValues(before, after))) return;
  throw new MongoError(66, "Performing an update on the path '_id' would modify the immutable field '_id'");
}

function apply(doc: Doc, { parts, change }: Step): void {
  if (!change) return removeAt(doc, parts);
  const value = change(valueAt(doc, parts));
  if (value !== undefined) setAt(doc, parts, value);
}

function byOperators(update: Doc): Modification {
  const steps = stepsOf(update);
  checkConflicts(steps);
  const touched = new Set(steps.map(({ path }) => rootOf(path)));
  const touchesId = touched.has('_id');
  const change = (doc: Doc, inserting: boolean) => {
    const before = touchesId ? structuredId(doc) : undefined;
    for (const step of steps) if (inserting || !step.onInsert) apply(doc, step);
    if (touchesId) checkId(before, doc['_id']);
    return doc;
  };
  return { change, touched };
}

/** A copy of an `_id` that is a document, so that a change inside it is detected. */
const structuredId = ({ _id: id }: Doc): unknown => (isDoc(id) ? { ...id } : id);

function byReplacement(replacement: Doc): Modification {
  const operator = Object.keys(replacement).find((key) => key.startsWith('$'));
  if (operator)
    throw new MongoError(
      52,
      `The dollar ($) prefixed field '${operator}' is not allowed in the context of an update's replacement document`,
    );
  const change = (doc: Doc) => {
    if ('_id' in replacement) checkId(doc['_id'], replacement['_id']);
    const { _id: id = replacement['_id'] } = doc;
    const { _id: _, ...fields } = replacement;
    return id === undefined ? fields : { _id: id, ...fields };
  };
  return { change };
}

/** True for an update that contains the whole document. */
export const isReplacement = (update: unknown): boolean =>
  isDoc(update) && !Object.keys(update)[0]?.startsWith('$');

/** Compiles an update with operators or a replacement; checks everything that can be checked without a document. */
export function compileUpdate(update: unknown, multi: boolean): Modification {
  if (Array.isArray(update)) throw notSupported('an update with an aggregation pipeline');
  if (!isDoc(update)) throw new MongoError(9, 'an update must be a document');
  if (!isReplacement(update)) return byOperators(update);
  if (multi) throw new MongoError(9, 'multi update is not supported for replacement-style update');
  return byReplacement(update);
}
