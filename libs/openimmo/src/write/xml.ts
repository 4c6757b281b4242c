export type XmlValue = string | number | boolean;
export type Attributes = Record<string, XmlValue | undefined>;

/** An element that contains either text or elements; undefined content is left out. */
export interface XmlElement {
  name: string;
  attributes: Attributes;
  content: XmlValue | readonly (XmlElement | undefined)[];
}

export const element = (
  name: string,
  attributes: Attributes,
  content: XmlElement['content'] = [],
): XmlElement => ({ name, attributes, content });

/** An element around other elements; undefined when there are none. */
export function group(name: string, children: readonly (XmlElement | undefined)[]): XmlElement | undefined {
  return children.some((child) => child !== undefined) ? element(name, {}, children) : undefined;
}

/** True if any character of a text can be written. */
export const isWritable = (text: string): boolean => legal(text).trim() !== '';

/** An element with a value; undefined if there is no value or none of it can be written. */
export function leaf(name: string, value: XmlValue | undefined): XmlElement | undefined {
  if (value === undefined || (typeof value === 'string' && !isWritable(value))) return undefined;
  return element(name, {}, value);
}

/** Like `leaf`, for required elements: a dash replaces text that cannot be written. */
export const requiredLeaf = (name: string, value: string): XmlElement =>
  leaf(name, value) ?? element(name, {}, '-');

export function writeXml(root: XmlElement): string {
  const parts: string[] = [];
  write(root, parts);
  return parts.join('');
}

function write({ name, attributes, content }: XmlElement, parts: string[]): void {
  parts.push('<', name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined) parts.push(' ', key, '="', escapeAttribute(print(value)), '"');
  }
  if (typeof content !== 'object') {
    parts.push('>', escapeText(print(content)), '</', name, '>');
    return;
  }
  const before = parts.push('>');
  for (const child of content) if (child !== undefined) write(child, parts);
  if (parts.length === before) parts[before - 1] = '/>';
  else parts.push('</', name, '>');
}

const THREE_DECIMALS = /^-?\d{1,3}\.\d{3}$/;

function print(value: XmlValue): string {
  const text = String(value);
  // Decimals of XML Schema have no exponent.
  if (typeof value === 'number' && text.includes('e'))
    return value
      .toFixed(20)
      .replace(/(?<!0)0+$/, '')
      .replace(/\.$/, '');
  // Many readers take a separator before three digits for a thousands separator.
  return typeof value === 'number' && THREE_DECIMALS.test(text) ? `${text}0` : text;
}

/** Characters that XML 1.0 excludes even if escaped: most control characters, and lone surrogates. */
const ILLEGAL = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** A text without characters that XML excludes. */
export const legal = (text: string): string => text.replace(ILLEGAL, '');

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
};

const escapeText = (text: string) =>
  legal(text)
    .replace(/\r\n?/g, '\n')
    .replace(/[&<>]/g, (character) => ESCAPES[character] ?? character);

const escapeAttribute = (text: string) =>
  legal(text)
    .replace(/\r\n?/g, '\n')
    .replace(/[&<>"\t\n]/g, (character) => ESCAPES[character] ?? character);

/** Encodes a file in a charset; characters that ISO-8859-1 lacks, or that readers take for windows-1252, become references. */
export function encodeXml(root: XmlElement, charset: 'UTF-8' | 'ISO-8859-1'): Buffer {
  const text = `<?xml version="1.0" encoding="${charset}"?>\n${writeXml(root)}\n`;
  if (charset === 'UTF-8') return Buffer.from(text, 'utf8');
  const references = text.replace(
    /[^\0-\u007E\u00A0-\u00FF]/gu,
    (character) => `&#${character.codePointAt(0)};`,
  );
  return Buffer.from(references, 'latin1');
}
