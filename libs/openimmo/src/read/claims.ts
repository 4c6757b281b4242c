import type { ReadElement } from './element.ts';

/** A value of a document that was not read. */
export interface UnmappedValue {
  path: string;
  value: string;
}

const TEXT = '';
const LONGEST_NAME = 100;
const FIELD_NAME = 'feldname';

/** The name of an element; fields that software defines for itself are distinguished by their name attributes. */
function nameOf({ name, attributes }: ReadElement): string {
  const field = attributes.get(FIELD_NAME);
  return field === undefined ? name : `${name}[${field.slice(0, LONGEST_NAME)}]`;
}

/** Records which values of an object have been read; everything else is kept as unmapped. */
export class Claims {
  readonly #claimed = new Map<ReadElement, Set<string>>();

  /** @param attribute as written; without it, the text of the element */
  claim(element: ReadElement, attribute: string = TEXT): void {
    const names = this.#claimed.get(element) ?? new Set<string>();
    this.#claimed.set(element, names.add(attribute));
  }

  isClaimed(element: ReadElement, attribute: string = TEXT): boolean {
    return this.#claimed.get(element)?.has(attribute) === true;
  }

  /** Claims everything within an element that is read as a whole. */
  claimAll(element: ReadElement): void {
    this.claim(element);
    for (const name of element.attributes.keys()) this.claim(element, name);
    for (const child of element.children) this.claimAll(child);
  }

  /** The unclaimed values below an element, in document order. */
  *unclaimed(element: ReadElement, path = ''): Generator<UnmappedValue> {
    for (const [name, value] of element.attributes) {
      const isName = name === FIELD_NAME;
      if (value.trim() !== '' && !isName && !this.isClaimed(element, name))
        yield { path: `${path}/@${name}`, value };
    }
    const text = element.text.trim();
    if (text !== '' && !this.isClaimed(element)) yield { path, value: text };
    for (const child of element.children) {
      yield* this.unclaimed(child, path === '' ? nameOf(child) : `${path}/${nameOf(child)}`);
    }
  }
}
