import { isOfHtml } from '@estate/openimmo/html-names';
import { hasMarkup, plainText } from '@estate/openimmo/text';
import { decodeHTMLStrict } from 'entities';
import { XMLParser } from 'fast-xml-parser';
import type { XmlNode } from '../domain/xml-node.ts';
import { decodings } from './charset.ts';
import { faultOf } from './xml-fault.ts';
import { LIMITS } from './limits.ts';

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: true,
  ignoreDeclaration: true,
  ignorePiTags: true,
  removeNSPrefix: true,
  parseTagValue: false,
  trimValues: false,
  // References are resolved below: names of HTML and numbers, nothing that a document could define.
  processEntities: false,
  cdataPropName: '#cdata',
});

/** `hadControls`: characters that XML forbids were left out. */
export type XmlReading = { root: XmlNode; hadControls: boolean } | { fault: string };

/** A NUL is not among them: it means that the text was decoded wrongly. */
const FORBIDDEN = /[\x01-\x08\v\f\x0e-\x1f\uFFFE\uFFFF]/g;

/** Reads the document in the first charset that gives one; the fault is that of the likeliest charset. */
export function readXml(bytes: Uint8Array, mimeCharset?: string): XmlReading {
  let first: string | undefined;
  for (const decoded of decodings(bytes, mimeCharset)) {
    const given = decoded.replace(/^\uFEFF/, '').trim();
    const text = given.replace(FORBIDDEN, '');
    const fault = faultOf(text);
    const root = fault === undefined ? treeOf(text) : undefined;
    if (root !== undefined) return { root, hadControls: text !== given };
    first ??= fault ?? 'it has names that cannot be read';
  }
  return { fault: first ?? 'its charset is not supported' };
}

type Raw = Record<string, unknown>;

/** Undefined for names the parser refuses, such as those of members that every object has. */
function treeOf(text: string): XmlNode | undefined {
  try {
    const nodes = (parser.parse(text) as Raw[]).map(nodeOf);
    return nodes.find((node) => node !== undefined);
  } catch {
    return undefined;
  }
}

function nodeOf(raw: Raw): XmlNode | undefined {
  const name = nameOf(raw);
  if (name === undefined) return undefined;
  const inside = raw[name] as Raw[];
  const lower = name.toLowerCase();
  return {
    name: lower,
    text: withoutMarkup(inside.map((child) => (MESSAGES.includes(lower) ? wordsIn : textIn)(child)).join('')),
    children: inside.flatMap((child) => (isMarkup(child) ? [] : (nodeOf(child) ?? []))),
  };
}

/** Elements whose text is what people write. */
const MESSAGES: readonly string[] = ['anfrage', 'bemerkung'];
const PEOPLE_AND_OBJECTS: readonly string[] = ['interessent', 'objekt'];

const nameOf = (raw: Raw): string | undefined => Object.keys(raw).find((key) => !/^(?:#|:@)/.test(key));

const insideOf = (raw: Raw): readonly Raw[] => (raw[nameOf(raw) ?? ''] as Raw[] | undefined) ?? [];

/** Each element is asked once, however deep it is. */
const aroundPeople = new WeakMap<Raw, boolean>();

function isAroundPeople(raw: Raw): boolean {
  const known = aroundPeople.get(raw);
  if (known !== undefined) return known;
  const name = nameOf(raw)?.toLowerCase() ?? '';
  const isAround = PEOPLE_AND_OBJECTS.includes(name) || insideOf(raw).some(isAroundPeople);
  aroundPeople.set(raw, isAround);
  return isAround;
}

/** An element of HTML, which programs write into texts; around persons, it is no part of a text. */
function isMarkup(raw: Raw): boolean {
  const name = nameOf(raw);
  return name !== undefined && isOfHtml(name.toLowerCase()) && !isAroundPeople(raw);
}

/** The words of a message, whatever elements they are in. */
function wordsIn(raw: Raw): string {
  if (nameOf(raw) === undefined || isMarkup(raw)) return textIn(raw, wordsIn);
  return isAroundPeople(raw) ? '' : ` ${insideOf(raw).map(wordsIn).join('')} `;
}

/** Ends of lines that only the text has are those of the person, unless the markup has some. */
const LINE_TAG = /<(?:br|hr|\/(?:p|div|tr|li|h[1-6]))\b/i;

function withoutMarkup(text: string): string {
  if (!hasMarkup(text)) return text;
  return plainText(LINE_TAG.test(text) ? text : text.replace(/\r?\n/g, '<br>'));
}

function textIn(raw: Raw, within: (child: Raw) => string = textIn): string {
  const text = raw['#text'];
  if (typeof text === 'string') return withoutEntities(text);
  if (isMarkup(raw)) {
    const tag = nameOf(raw) ?? '';
    return `<${tag}>${insideOf(raw)
      .map((child) => within(child))
      .join('')}</${tag}>`;
  }
  const cdata = raw['#cdata'] as Raw[] | undefined;
  return withoutEntities((cdata ?? []).map((part) => part['#text'] as string).join(''));
}

/** A text that was escaped again and again is read as far as software does so. */
const MOST_ROUNDS = 6;

/** Unknown entities stay as they are: a bare `&` is common in company names. */
function withoutEntities(text: string): string {
  let plain = text;
  for (let round = 0; round < MOST_ROUNDS && plain.includes('&'); round += 1) {
    const next = decodeHTMLStrict(plain);
    if (next === plain) break;
    plain = next;
  }
  return plain.replace(FORBIDDEN, '').replace(/\u00A0/g, ' ');
}

/** True if the bytes are too many for a document. */
export const isTooLargeForXml = (bytes: Uint8Array): boolean => bytes.length > LIMITS.xmlBytes;
