import type { EmbeddedContent } from './embedded.ts';

/** An element of a document by its local name in lower case, because the case, the prefix and the order do not matter. */
export interface ReadElement {
  name: string;
  /** By local name, as written. */
  attributes: ReadonlyMap<string, string>;
  /** The direct text, including CDATA and the tags of HTML. */
  text: string;
  children: readonly ReadElement[];
  /** The embedded file in place of a text. */
  content?: EmbeddedContent;
}

/** The children of that name, in document order. */
export const childrenOf = (element: ReadElement, name: string): ReadElement[] =>
  element.children.filter((child) => child.name === name);

/** The trimmed text of the first child of that name that is not empty. */
export const textOf = (element: ReadElement | undefined, name: string): string | undefined =>
  element === undefined
    ? undefined
    : childrenOf(element, name)
        .map(({ text }) => text.trim())
        .find((text) => text !== '');

/** An attribute with its name as written; undefined for an empty one. */
export function attributeNamed(
  { attributes }: ReadElement,
  name: string,
): { name: string; value: string } | undefined {
  const lower = name.toLowerCase();
  for (const [written, value] of attributes) {
    if (written.toLowerCase() === lower && value.trim() !== '') return { name: written, value: value.trim() };
  }
  return undefined;
}

/** The trimmed value of an attribute; undefined for an empty one. */
export const attributeOf = (element: ReadElement, name: string): string | undefined =>
  attributeNamed(element, name)?.value;
