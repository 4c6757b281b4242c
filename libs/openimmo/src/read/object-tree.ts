import { legal } from '../write/xml.ts';
import type { ReadElement } from './element.ts';
import type { EmbeddedContent } from './embedded.ts';
import type { ReadLimits } from './limits.ts';

interface OpenElement extends ReadElement {
  children: OpenElement[];
}

/** A reference to a character that XML forbids; the characters that it stands for are left out where the text is read. */
const CONTROL_REFERENCE = /&#(?:0*(?:[0-8]|1[124-9]|2\d|3[01])|x0*(?:[0-8bcef]|1[\da-f]));/i;

/** The elements of one object while it is read; what goes beyond the limits is not kept. */
export class ObjectTree {
  readonly root: ReadElement;
  /** Why the object is not complete, in words. */
  fault: string | undefined;
  /** True if characters that XML forbids were left out. */
  hadControls = false;
  readonly #limits: ReadLimits;
  readonly #open: OpenElement[];
  #elements = 1;
  #length = 0;

  constructor(name: string, attributes: ReadonlyMap<string, string>, limits: ReadLimits) {
    const root: OpenElement = { name, attributes: this.#legalOf(attributes), text: '', children: [] };
    this.root = root;
    this.#open = [root];
    this.#limits = limits;
  }

  open(name: string, attributes: ReadonlyMap<string, string>): void {
    const element: OpenElement = { name, attributes: this.#legalOf(attributes), text: '', children: [] };
    this.#elements += 1;
    for (const value of attributes.values()) this.#length += value.length;
    if (this.#elements > this.#limits.elements)
      this.fault ??= `it has more than ${this.#limits.elements} elements`;
    if (this.#isWithinLimits()) this.#open.at(-1)?.children.push(element);
    this.#open.push(element);
  }

  text(piece: string): void {
    const element = this.#open.at(-1);
    this.#length += piece.length;
    if (element !== undefined && this.#isWithinLimits()) element.text += this.#legal(piece);
  }

  embed(content: EmbeddedContent): void {
    const element = this.#open.at(-1);
    if (element !== undefined) element.content = content;
  }

  /** @returns whether the object is complete */
  close(): boolean {
    this.#open.pop();
    return this.#open.length === 0;
  }

  /** True if the open element is a file within an attachment. */
  get isAtContent(): boolean {
    const [attachment, data, content] = this.#open.slice(-3).map(({ name }) => name);
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
