import { MongoError } from '../errors.ts';
import { describe } from '../values/describe.ts';
import { type Doc, isDoc, putField } from '../values/document.ts';
import { isIndex } from '../values/paths.ts';

type Container = Doc | unknown[];
const mostPadding = 1_500_000;

const isContainer = (value: unknown): value is Container => Array.isArray(value) || isDoc(value);

function child(container: Container, part: string): unknown {
  if (!Array.isArray(container)) return Object.hasOwn(container, part) ? container[part] : undefined;
  return isIndex(part) ? container[Number(part)] : undefined;
}

/** The value at a path of field names and array indexes; undefined if it is missing. */
export function valueAt(doc: Doc, parts: readonly string[]): unknown {
  let value: unknown = doc;
  for (const part of parts) {
    if (!isContainer(value)) return undefined;
    value = child(value, part);
  }
  return value;
}

function put(container: Container, part: string, value: unknown): void {
  if (!Array.isArray(container)) {
    putField(container, part, value);
    return;
  }
  const at = Number(part);
  if (at > container.length + mostPadding) throw new MongoError(2, `cannot pad an array up to index ${part}`);
  while (container.length < at) container.push(null);
  container[at] = value;
}

function refuse(container: unknown, part: string, parts: readonly string[]): MongoError {
  const parent = parts[parts.indexOf(part) - 1] ?? '';
  return new MongoError(28, `Cannot create field '${part}' in element {${parent}: ${describe(container)}}`);
}

/** Sets the value at a path and creates missing documents on the way. */
export function setAt(doc: Doc, parts: readonly string[], value: unknown): void {
  let container: Container = doc;
  for (const [at, part] of parts.entries()) {
    if (Array.isArray(container) && !isIndex(part)) throw refuse(container, part, parts);
    if (at === parts.length - 1) return put(container, part, value);
    let next: unknown = child(container, part);
    if (next === undefined) {
      next = {};
      put(container, part, next);
    }
    if (!isContainer(next)) throw refuse(next, parts[at + 1] as string, parts);
    container = next;
  }
}

/** Removes the field at a path; an array element becomes null instead. */
export function removeAt(doc: Doc, parts: readonly string[]): void {
  const container = valueAt(doc, parts.slice(0, -1));
  const part = parts.at(-1) as string;
  if (!isContainer(container) || child(container, part) === undefined) return;
  if (Array.isArray(container)) container[Number(part)] = null;
  else Reflect.deleteProperty(container, part);
}
