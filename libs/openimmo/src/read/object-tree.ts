import { legal } from '../write/xml.ts';
import type { ReadElement } from './element.ts';
import type { EmbeddedContent } from './embedded.ts';
import { isOfHtml } from './html-names.ts';
import type { ReadLimits } from './limits.ts';

interface TreeElement extends ReadElement {
  children: TreeElement[];
}

interface OpenElement {
  element: TreeElement;
  /** The text for the end of a tag that belongs to the text of its element; undefined for the element itself. */
  end?: string;
}

/** The depths of an object, its sections and their elements. */
const [SECTION, LEAF] = [2, 3];
/** The section in which any child belongs to a text, such as one of a word processor. */
const TEXTS = 'freitexte';
const OF_SOFTWARE = 'user_defined_';
const STRUCTURE_OF_SOFTWARE = 'user_defined_anyfield';

/** A reference to a character that XML forbids; such characters are left out when the text is read. */
const CONTROL_REFERENCE = /&#(?:0*(?:[0-8]|1[124-9]|2\d|3[01])|x0*(?:[0-8bcef]|1[\da-f]));/i;

/** The elements of one object while it is read; content beyond the limits is not kept. */
export class ObjectTree {
  readonly root: ReadElement;
  /** The reason why the object is not complete, in words. */
  fault: string | undefined;
  /** True if characters that XML forbids were left out. */
  hadControls = false;
  readonly #limits: ReadLimits;
  readonly #open: OpenElement[];
  #elements = 1;
  #length = 0;

  constructor(name: string, attributes: ReadonlyMap<string, string>, limits: ReadLimits) {
    const root: TreeElement = { name, attributes: this.#legalOf(attributes), text: '', children: [] };
    this.root = root;
    this.#open = [{ element: root }];
    this.#limits = limits;
  }

  open(name: string, attributes: ReadonlyMap<string, string>): void {
    this.#elements += 1;
    for (const value of attributes.values()) this.#length += value.length;
    if (this.#elements > this.#limits.elements)
      this.fault ??= `it has more than ${this.#limits.elements} elements`;
    const parent = this.#open.at(-1);
    if (parent !== undefined && this.#isPartOfText(parent, name)) this.#openTag(parent, name);
    else this.#openElement({ name, attributes: this.#legalOf(attributes), text: '', children: [] });
  }

  #openElement(element: TreeElement): void {
    if (this.#isWithinLimits()) this.#open.at(-1)?.element.children.push(element);
    this.#open.push({ element });
  }

  /** Adds a tag that was not escaped to the text, as if it were; of unknown tags, only the content stays. */
  #openTag({ element }: OpenElement, name: string): void {
    const isHtml = isOfHtml(name);
    this.text(isHtml ? `<${name}>` : ' ');
    this.#open.push({ element, end: isHtml ? `</${name}>` : ' ' });
  }

  #isPartOfText({ element, end }: OpenElement, name: string): boolean {
    if (end !== undefined) return true;
    if (this.#open.length < LEAF || element.content !== undefined) return false;
    const [section = '', leaf = ''] = this.#open.slice(SECTION - 1).map((open) => open.element.name);
    if (section === TEXTS && !leaf.startsWith(OF_SOFTWARE)) return true;
    return isOfHtml(name) && leaf !== STRUCTURE_OF_SOFTWARE;
  }

  text(piece: string): void {
    const element = this.#open.at(-1)?.element;
    this.#length += piece.length;
    if (element !== undefined && this.#isWithinLimits()) element.text += this.#legal(piece);
  }

  embed(content: EmbeddedContent): void {
    const element = this.#open.at(-1)?.element;
    if (element !== undefined) element.content = content;
  }

  /** @returns true if the object is complete */
  close(): boolean {
    const { end } = this.#open.at(-1) ?? {};
    if (end !== undefined) this.text(end);
    this.#open.pop();
    return this.#open.length === 0;
  }

  /** True if the open element is a file within an attachment. */
  get isAtContent(): boolean {
    const [attachment, data, content] = this.#open.slice(-3).map(({ element }) => element.name);
    return attachment === 'anhang' && data === 'daten' && content === 'anhanginhalt';
  }

  #legalOf(attributes: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
    return new Map([...attributes].map(([name, value]) => [name, this.#legal(value)]));
  }

  #legal(text: string): string {
    const kept = legal(text);
    this.hadControls ||= kept !== text || CONTROL_REFERENCE.test(text);
    return kept;
  }

  #isWithinLimits(): boolean {
    if (this.#length > this.#limits.textLength) {
      this.fault ??= `its texts have more than ${this.#limits.textLength} characters`;
    }
    return this.fault === undefined;
  }
}
