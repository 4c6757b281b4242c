import type { ReadElement } from './element.ts';

/** True if the software writes this text for an empty field. */
type IsEmpty = (text: string) => boolean;

/** Elements that are never cleared: the identity of an object, and the release of its address, because the default is to release it. */
const TAKEN_AS_IS: ReadonlySet<string> = new Set(['verwaltung_techn', 'objektadresse_freigeben']);

const comparable = (text: string): string => text.trim().toLowerCase();

/** The object without the texts and attributes that mean "not filled in". */
export function withoutEmptyValues(object: ReadElement, emptyValues: readonly string[]): ReadElement {
  if (emptyValues.length === 0) return object;
  const empty = new Set(emptyValues.map(comparable));
  return cleared(object, (text) => empty.has(comparable(text)));
}

function cleared(element: ReadElement, isEmpty: IsEmpty): ReadElement {
  if (TAKEN_AS_IS.has(element.name)) return element;
  const { attributes, text, children } = element;
  return {
    ...element,
    attributes: new Map([...attributes].map(([name, value]) => [name, isEmpty(value) ? '' : value])),
    text: isEmpty(text) ? '' : text,
    children: children.map((child) => cleared(child, isEmpty)),
  };
}
