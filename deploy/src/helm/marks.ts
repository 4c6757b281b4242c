/** The way in which a value of the values file becomes text of a document. */
export type MarkType = 'string' | 'number' | 'any';

/** A placeholder in a document for a value of the installation. */
export interface Mark {
  /** The expression in the template language. */
  expression: string;
  type: MarkType;
  /** The list or the map that it is an element or an entry of. */
  collection?: string;
}

const PATTERN = /⟦(\d+)⟧/;

/** Represents values of installations in documents by texts that no document contains. */
export class Marks {
  readonly #all: Mark[] = [];
  readonly #known = new Map<string, string>();

  /** The text of a mark; equal marks have equal texts. */
  textOf(mark: Mark): string {
    const key = `${mark.expression} ${mark.collection ?? ''}`;
    const known = this.#known.get(key) ?? `⟦${String(this.#all.length)}⟧`;
    if (!this.#known.has(key)) this.#all.push(mark);
    this.#known.set(key, known);
    return known;
  }

  /** Splits a text into its literal parts and the marks between them. */
  partsOf(text: string): (string | Mark)[] {
    const parts = text.split(PATTERN).map((part, index) => (index % 2 === 0 ? part : this.#at(part)));
    return parts.filter((part) => part !== '');
  }

  /** The list or map that all marks of texts belong to. @throws Error for marks of several */
  collectionOf(...texts: readonly string[]): string | undefined {
    const marks = texts.flatMap((text) => this.partsOf(text)).filter((part) => typeof part === 'object');
    const [first, ...others] = new Set(marks.flatMap(({ collection }) => collection ?? []));
    if (others.length > 0)
      throw new Error(`one element is of several lists: ${[first, ...others].join(', ')}`);
    return first;
  }

  #at(index: string): Mark {
    const mark = this.#all[Number(index)];
    if (!mark) throw new Error(`there is no mark ${index}`);
    return mark;
  }
}
