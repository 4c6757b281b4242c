import { InvalidInput } from '@estate/errors';
import { XMLBuilder, XMLParser, XMLValidator } from 'fast-xml-parser';

/** An element: attributes under `@name`, its text under `#text`, children under their names. */
export interface XmlElement {
  readonly [name: string]: XmlNode | undefined;
}
export type XmlNode = string | XmlElement | readonly (string | XmlElement)[];

const LISTS = new Set(['anbieter', 'immobilie', 'anhang']);
const OPTIONS = { ignoreAttributes: false, attributeNamePrefix: '@', parseTagValue: false };

/** Parses a document to a tree of strings; throws InvalidInput with the line if it is not well-formed. */
export function parseXml(text: string): XmlElement {
  const verdict = XMLValidator.validate(text);
  if (verdict !== true) {
    throw new InvalidInput(`The XML is not well-formed: ${verdict.err.msg} (line ${verdict.err.line}).`);
  }
  const parser = new XMLParser({ ...OPTIONS, ignoreDeclaration: true, isArray: (name) => LISTS.has(name) });
  return parser.parse(text) as XmlElement;
}

/** The document indented for reading. */
export function prettyXml(text: string): string {
  const options = { ...OPTIONS, preserveOrder: true, suppressBooleanAttributes: false };
  const parsed: unknown = new XMLParser(options).parse(text);
  return new XMLBuilder({ ...options, format: true, suppressEmptyNode: true }).build(parsed).trim();
}

/** The child elements with this name; a child with only text counts as an element, too. */
export function children(element: XmlElement | undefined, name: string): readonly XmlElement[] {
  const node = element?.[name];
  if (node === undefined) return [];
  const list =
    typeof node === 'object' && Array.isArray(node) ? (node as readonly (string | XmlElement)[]) : [node];
  return list.map((item) => (typeof item === 'string' ? { '#text': item } : (item as XmlElement)));
}

/** The first child element along a slash-separated path. */
export function child(element: XmlElement | undefined, path: string): XmlElement | undefined {
  return path.split('/').reduce<XmlElement | undefined>((at, name) => children(at, name)[0], element);
}

/** The text at a path, or of one of its attributes (`geo/land@iso_land`); undefined if absent or empty. */
export function textAt(element: XmlElement | undefined, path: string): string | undefined {
  const [elements = '', attribute] = path.split('@');
  const value = child(element, elements)?.[attribute === undefined ? '#text' : `@${attribute}`];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Every text and attribute below an element, keyed by its path; excluded branches are not walked. */
export function flatten(
  element: XmlElement,
  leftOut: ReadonlySet<string>,
  prefix = '',
): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const name of Object.keys(element)) {
    const value = element[name];
    if (leftOut.has(name) || value === undefined) continue;
    if (name === '#text' || name.startsWith('@')) {
      flat[name === '#text' ? prefix : prefix + name] = typeof value === 'string' ? value : '';
      continue;
    }
    const list = children(element, name);
    list.forEach((item, index) => {
      const path = `${prefix}${prefix && '/'}${name}${list.length > 1 ? `[${index + 1}]` : ''}`;
      Object.assign(flat, flatten(item, leftOut, path));
    });
  }
  return flat;
}
