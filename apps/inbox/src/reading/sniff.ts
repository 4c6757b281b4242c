import type { Part } from './parse-message.ts';
import { isTnef } from './tnef.ts';

export type Content = 'xml' | 'zip' | 'tnef' | 'mail' | 'archive' | 'outlook' | 'sealed' | 'other';

const ARCHIVE = /^(Rar!|7z\xbc\xaf|\x1f\x8b|BZh\d|\xfd7zXZ|\x28\xb5\x2f\xfd)/;

/** What a part is by its bytes; type and name count only where bytes do not tell. */
export function sniff({ mediaType, name }: Part, bytes: Buffer): Content {
  if (/^(message\/(rfc822|global)|application\/eml)$/.test(mediaType) || /\.eml$/i.test(name)) return 'mail';
  const magic = bytes.toString('latin1', 0, 64);
  if (/^PK(\x03\x04|\x05\x06)/.test(magic)) return 'zip';
  if (isTnef(bytes)) return 'tnef';
  if (ARCHIVE.test(magic) || bytes.toString('latin1', 257, 262) === 'ustar') return 'archive';
  if (/^\xd0\xcf\x11\xe0/.test(magic) && /\.msg$/i.test(name)) return 'outlook';
  if (/^application\/(x-)?(pkcs7-mime|pgp-encrypted)/.test(mediaType) || isSealed(magic, name))
    return 'sealed';
  return isXml(mediaType, name, bytes) ? 'xml' : 'other';
}

const isSealed = (magic: string, name: string): boolean =>
  /^\s*-----BEGIN PGP MESSAGE-----/.test(magic) || /\.(p7m|pgp|gpg)$/i.test(name);

const MARK = /^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)/;
const beginningOf = (bytes: Buffer): string =>
  bytes.toString('latin1', 0, 1024).replace(MARK, '').replaceAll('\0', '').trimStart();

function isXml(mediaType: string, name: string, bytes: Buffer): boolean {
  const head = beginningOf(bytes);
  const root = head.replace(/^(?:<\?[^<>]*\?>|<!--[^<>]*-->|\s)+/, '');
  if (/^<(!doctype\s+(html|svg)|html|svg|head|body)\b/i.test(root)) return false;
  const isCertain = isDeclaredXml(bytes) || /^<(?:[\w.-]+:)?openimmo_feedback\b/i.test(root);
  if (isCertain) return !mediaType.startsWith('image/');
  if (/^<[!a-z_]/i.test(head) && !/^(image\/|text\/(plain|html)$)/.test(mediaType)) return true;
  return /[/+]xml$/.test(mediaType) || /\.xml$/i.test(name);
}

/** What begins with an XML declaration is no prose in which a `<` happens to come first. */
export const isDeclaredXml = (bytes: Buffer): boolean => /^<\?xml\s/i.test(beginningOf(bytes));
