import type { Part } from './parse-message.ts';
import { isSigned } from './signed-content.ts';
import { isTnef } from './tnef.ts';

export type Content =
  | 'xml'
  | 'zip'
  | 'office'
  | 'tnef'
  | 'mail'
  | 'signed'
  | 'archive'
  | 'outlook'
  | 'sealed'
  | 'other';

const ARCHIVE = /^(Rar!|7z\xbc\xaf|\x1f\x8b|BZh\d|\xfd7zXZ|\x28\xb5\x2f\xfd)/;

/** Detects what a part is by its bytes; type and name count only if the bytes do not decide. */
export function sniff({ mediaType, name }: Part, bytes: Buffer): Content {
  if (/^(message\/(rfc822|global)|application\/eml)$/.test(mediaType) || /\.eml$/i.test(name)) return 'mail';
  const magic = bytes.toString('latin1', 0, 64);
  if (/^PK(\x03\x04|\x05\x06)/.test(magic)) return zipKind({ mediaType, name }, bytes);
  if (isTnef(bytes)) return 'tnef';
  if (ARCHIVE.test(magic) || bytes.toString('latin1', 257, 262) === 'ustar') return 'archive';
  if (/^\xd0\xcf\x11\xe0/.test(magic) && /\.msg$/i.test(name)) return 'outlook';
  if (isSealed(magic, { mediaType, name })) return isSigned(bytes) ? 'signed' : 'sealed';
  return isXml(mediaType, name, bytes) ? 'xml' : 'other';
}

const OFFICE_TYPE =
  /^application\/vnd\.(openxmlformats-officedocument|oasis\.opendocument|ms-(word|excel|powerpoint))/;
const OFFICE_NAME = /\.((doc|xls|ppt)[xm]|od[tsp])$/i;
/** The first names in the ZIP files that office programs and Java write. */
const OFFICE_FIRST_FILE = /^(\[Content_Types\]\.xml|_rels\/\.rels|mimetype|META-INF\/MANIFEST\.MF)$/;

/** A document of an office program is a ZIP file of XML that is never a request; some software packs a request like one. */
function zipKind({ mediaType, name }: Pick<Part, 'mediaType' | 'name'>, bytes: Buffer): Content {
  if (OFFICE_TYPE.test(mediaType) || OFFICE_NAME.test(name)) return 'other';
  const nameLength = bytes.length < 30 ? 0 : bytes.readUInt16LE(26);
  const first = bytes.toString('latin1', 30, 30 + Math.min(nameLength, 100));
  return OFFICE_FIRST_FILE.test(first) ? 'office' : 'zip';
}

const isSealed = (magic: string, { mediaType, name }: Pick<Part, 'mediaType' | 'name'>): boolean =>
  /^application\/(x-)?(pkcs7-mime|pgp-encrypted)/.test(mediaType) ||
  /^\s*-----BEGIN PGP MESSAGE-----/.test(magic) ||
  /\.(p7m|pgp|gpg)$/i.test(name);

const MARK = /^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)/;
const beginningOf = (bytes: Buffer): string =>
  bytes.toString('latin1', 0, 1024).replace(MARK, '').replaceAll('\0', '').trimStart();

/** The text behind the declaration and the comments in front of the root. */
const rootOf = (bytes: Buffer): string =>
  beginningOf(bytes).replace(/^(?:<\?[^<>]*\?>|<!--[^<>]*-->|\s)+/, '');

/** A document whose root says that it is a request. */
export const isInquiry = (bytes: Buffer): boolean =>
  /^<(?:[\w.-]+:)?openimmo_feedback\b/i.test(rootOf(bytes));

function isXml(mediaType: string, name: string, bytes: Buffer): boolean {
  const head = beginningOf(bytes);
  const root = rootOf(bytes);
  if (/^<(!doctype\s+(html|svg)|html|svg|head|body)\b/i.test(root)) return false;
  const isCertain = isDeclaredXml(bytes) || isInquiry(bytes);
  if (isCertain) return !mediaType.startsWith('image/');
  const isProse = /^(image\/|text\/(plain|html)$)/.test(mediaType) || /\.(txt|html?)$/i.test(name);
  if (/^<[!a-z_]/i.test(head) && !isProse) return true;
  return /[/+]xml$/.test(mediaType) || /\.xml$/i.test(name);
}

/** A text that begins with an XML declaration is an XML document. */
export const isDeclaredXml = (bytes: Buffer): boolean => /^<\?xml\s/i.test(beginningOf(bytes));
