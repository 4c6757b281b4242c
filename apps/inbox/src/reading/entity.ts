import libmime from 'libmime';
import { decodeText } from './charset.ts';
import { readHead } from './mail-head.ts';
import type { MailHead } from './mail-head.ts';

/** Longer values of headers that say what a part is are cut: they are made to cost time. */
const LONGEST_VALUE = 16_384;

/** An email or a part of one: what its headers say, and the bytes behind them. */
export interface Entity {
  head: MailHead;
  body: Buffer;
  /** Type and subtype in lower case. */
  mediaType: string;
  name: string;
  charset: string | undefined;
  boundary: string | undefined;
  encoding: string | undefined;
  isAttachment: boolean;
  /** `format=flowed` (RFC 3676): how lines are joined again. */
  flow: 'fixed' | 'flowed' | 'flowed-delsp';
}

/** Reads the headers of a part; without a type it is of the one that its surroundings imply (RFC 2046, 5.1.5). */
export function entityOf(bytes: Buffer, impliedType = 'text/plain'): Entity {
  const head = readHead(bytes);
  const type = valueOf(head, 'content-type');
  const disposition = valueOf(head, 'content-disposition');
  const { charset, boundary, name } = type.params;
  return {
    head,
    body: bytes.subarray(head.bodyAt),
    mediaType: (type.value || impliedType).trim().toLowerCase(),
    name: libmime.decodeWords(disposition.params['filename'] ?? name ?? ''),
    charset: charset || undefined,
    boundary: boundary?.trimEnd() || undefined,
    encoding: head.first('content-transfer-encoding'),
    isAttachment: /^(?!inline)[\w-]/i.test(disposition.value || ''),
    flow: flowOf(type.params),
  };
}

function flowOf({ format = '', delsp = '' }: Record<string, string>): Entity['flow'] {
  if (format.trim().toLowerCase() !== 'flowed') return 'fixed';
  return delsp.trim().toLowerCase() === 'yes' ? 'flowed-delsp' : 'flowed';
}

const valueOf = (head: MailHead, name: string) =>
  libmime.parseHeaderValue(headerText(head.first(name) ?? '').slice(0, LONGEST_VALUE));

/** The text of a header's value: UTF-8, or windows-1252 when it is none. */
export const headerText = (value: string): string =>
  /[\x80-\xff]/.test(value) ? decodeText(Buffer.from(value, 'latin1')) : value;
