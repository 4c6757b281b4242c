import { isDoc } from './document.ts';

/** The value of a missing field, as distinguished from null. */
export const missing = Symbol('missing');

/** The top-level field of a dotted path. */
export const rootOf = (path: string): string => path.split('.', 1)[0] as string;

export const isIndex = (part: string): boolean => /^\d+$/.test(part);

function collect(value: unknown, parts: readonly string[], found: unknown[]): void {
  const [part, ...rest] = parts;
  if (part === undefined) {
    found.push(value);
  } else if (Array.isArray(value)) {
    if (isIndex(part) && Number(part) < value.length) collect(value[Number(part)], rest, found);
    for (const element of value) if (isDoc(element)) collect(element, parts, found);
  } else if (isDoc(value) && Object.hasOwn(value, part)) {
    collect(value[part], rest, found);
  } else {
    found.push(missing);
  }
}

/** All values at a dotted path, also through arrays; an array at its end is returned itself. */
export function valuesAt(doc: unknown, parts: readonly string[]): unknown[] {
  if (parts.length === 1 && isDoc(doc)) {
    const name = parts[0] as string;
    return [Object.hasOwn(doc, name) ? doc[name] : missing];
  }
  const found: unknown[] = [];
  collect(doc, parts, found);
  return found;
}
