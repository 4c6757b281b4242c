import { isTnef } from './tnef.ts';
import type { Part } from './parse-message.ts';

export type Content = 'xml' | 'zip' | 'tnef' | 'mail' | 'archive' | 'sealed' | 'other';

/** What a part is by its bytes; type and name count only where bytes do not tell. */
export function sniff(part: Part): Content {
  const { bytes, mediaType, name } = part;
  if (/^(message\/(rfc822|global)|application\/eml)$/.test(mediaType) || /\.eml$/i.test(name)) return 'mail';
  if (/^PK(\x03\x04|\x05\x06)/.test(bytes.toString('latin1', 0, 4))) return 'zip';
  if (isTnef(bytes)) return 'tnef';
  if (/^(Rar!|7z\xbc\xaf|\x1f\x8b)/.test(bytes.toString('latin1', 0, 4))) return 'archive';
  if (/^application\/(x-)?(pkcs7-mime|pgp-encrypted)/.test(mediaType)) return 'sealed';
  return isXml(part) ? 'xml' : 'other';
}

const MARK = /^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)/;

function isXml({ bytes, mediaType, name }: Part): boolean {
  const head = bytes.toString('latin1', 0, 512).replace(MARK, '').replaceAll('\0', '').trimStart();
  if (/^<(!doctype\s+html|html|svg|head|body)\b/i.test(head)) return false;
  if (/^<[?!a-z_]/i.test(head)) return !mediaType.startsWith('image/');
  return /[/+]xml$/.test(mediaType) || /\.xml$/i.test(name);
}
