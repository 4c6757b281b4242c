import { LIMITS } from './limits.ts';

const NAME = /^[\p{L}_:][\p{L}\p{N}\p{M}_:.·-]*$/u;

/** Goes once over a document, before it is parsed: is it well-formed, without a DTD, and within the limits? */
export function faultOf(text: string): string | undefined {
  const scan = new Scan(text);
  try {
    scan.run();
    return undefined;
  } catch (error) {
    if (error instanceof Fault) return error.message;
    throw error;
  }
}

class Fault extends Error {}

class Scan {
  readonly #text: string;
  readonly #open: string[] = [];
  #at = 0;
  #elements = 0;

  constructor(text: string) {
    this.#text = text;
  }

  run(): void {
    if (hasControls(this.#text)) throw new Fault('it contains control characters');
    while (this.#at < this.#text.length) {
      const next = this.#text.indexOf('<', this.#at);
      this.#textUntil(next === -1 ? this.#text.length : next);
      if (next !== -1) this.#markup();
    }
    const unclosed = this.#open.at(-1);
    if (unclosed !== undefined) throw new Fault(`<${unclosed.slice(0, 100)}> is never closed`);
    if (this.#elements === 0) throw new Fault('it has no element');
  }

  #textUntil(end: number): void {
    if (this.#open.length === 0 && this.#text.slice(this.#at, end).trim() !== '') {
      throw new Fault('there is text outside of the root element');
    }
    this.#at = end;
  }

  #markup(): void {
    const { length } = this.#open;
    if (this.#skip('<!--', '-->') || this.#skip('<?', '?>')) return;
    if (length > 0 && this.#skip('<![CDATA[', ']]>')) return;
    if (this.#text.startsWith('<!', this.#at)) throw new Fault('it contains a document type definition');
    const end = this.#endOfTag();
    const tag = this.#text.slice(this.#at + 1, end);
    if (tag.startsWith('/')) this.#close(tag.slice(1).trim());
    else this.#begin(tag);
    this.#at = end + 1;
  }

  #skip(begin: string, end: string): boolean {
    if (!this.#text.startsWith(begin, this.#at)) return false;
    const found = this.#text.indexOf(end, this.#at + begin.length);
    if (found === -1) throw new Fault(`${begin} is never closed`);
    this.#at = found + end.length;
    return true;
  }

  /** The `>` that is in no attribute's value. */
  #endOfTag(): number {
    let quote = '';
    for (let at = this.#at + 1; at < this.#text.length; at += 1) {
      const sign = this.#text.charAt(at);
      if (quote !== '') quote = sign === quote ? '' : quote;
      else if (sign === '"' || sign === "'") quote = sign;
      else if (sign === '>') return at;
      else if (sign === '<') break;
    }
    throw new Fault('a tag is never closed');
  }

  #close(name: string): void {
    const open = this.#open.pop();
    if (open !== name) throw new Fault(`</${name.slice(0, 100)}> closes an element that is not open`);
  }

  #begin(tag: string): void {
    const isEmpty = tag.endsWith('/');
    const name = (isEmpty ? tag.slice(0, -1) : tag).split(/\s/, 1)[0] ?? '';
    if (!NAME.test(name)) throw new Fault('a tag has no valid name');
    if (this.#open.length === 0 && this.#elements > 0) throw new Fault('it has more than one root element');
    this.#elements += 1;
    if (this.#elements > LIMITS.xmlElements) throw new Fault('it has too many elements');
    if (!isEmpty) this.#open.push(name);
    if (this.#open.length > LIMITS.xmlDepth) throw new Fault('its elements are nested too deeply');
  }
}

/** A NUL also means that the text was decoded wrongly. */
function hasControls(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0x20 && code !== 0x09 && code !== 0x0a && code !== 0x0d) return true;
  }
  return false;
}
