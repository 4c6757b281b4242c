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
  // Entities are resolved below: five names and numbers, nothing that a document could define.
  processEntities: false,
  cdataPropName: '#cdata',
});

export type XmlReading = { root: XmlNode } | { fault: string };

/** Reads the document in the first charset that gives one; the fault is that of the likeliest charset. */
export function readXml(bytes: Uint8Array, mimeCharset?: string): XmlReading {
  let first: string | undefined;
  for (const decoded of decodings(bytes, mimeCharset)) {
    const text = decoded.replace(/^\uFEFF/, '').trim();
    const fault = faultOf(text);
    const root = fault === undefined ? treeOf(text) : undefined;
    if (root !== undefined) return { root };
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
  const name = Object.keys(raw).find((key) => key !== ':@');
  if (name === undefined || name.startsWith('#')) return undefined;
  const inside = raw[name] as Raw[];
  return {
    name,
    text: inside.map(textIn).join(''),
    children: inside.map(nodeOf).filter((node): node is XmlNode => node !== undefined),
  };
}

function textIn(raw: Raw): string {
  const text = raw['#text'];
  if (typeof text === 'string') return withoutEntities(text);
  const cdata = raw['#cdata'] as Raw[] | undefined;
  return (cdata ?? []).map((part) => part['#text'] as string).join('');
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Unknown entities stay as they are: a bare `&` is common in company names. */
const withoutEntities = (text: string): string =>
  text.replace(/&(#\d{1,7}|#[xX][\da-fA-F]{1,6}|\w{1,8});/g, (whole, name: string) => {
    if (!name.startsWith('#')) return NAMED[name] ?? whole;
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code > 8 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });

/** Whether the bytes are too many for a document. */
export const isTooLargeForXml = (bytes: Uint8Array): boolean => bytes.length > LIMITS.xmlBytes;
