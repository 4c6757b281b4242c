import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import type { InputOf, receiveReportFile } from '@estate/contracts';
import { REPORT_FOLDER } from '../domain/mail.ts';
import { headOf } from '../domain/report/labels.ts';
import { decodeText } from '../reading/charset.ts';

type ReportFile = Pick<
  InputOf<typeof receiveReportFile>,
  'address' | 'name' | 'host' | 'writtenAt' | 'skippedBytes'
> & {
  bytes: Buffer;
};

/** A result file as an email to the report address of its target. The same file of the same time is the same email; a text becomes its text. */
export function mailOf({ address, name, host, writtenAt, skippedBytes, bytes }: ReportFile): Buffer {
  const mediaType = mediaTypeOf(name, bytes);
  const hash = createHash('sha256')
    .update(`${address}\n${name}\n${writtenAt ?? ''}\n`)
    .update(bytes)
    .digest('hex');
  const head = [
    `From: ${REPORT_FOLDER}@${host}`,
    `To: ${address}`,
    `Subject: ${encodedWord(skippedBytes === undefined ? name : `${name} (${skippedBytes} bytes before these lines were left out)`)}`,
    `Message-ID: <${hash}@${REPORT_FOLDER}>`,
    ...(writtenAt === undefined ? [] : [`Date: ${new Date(writtenAt).toUTCString()}`]),
    'MIME-Version: 1.0',
    `Content-Type: ${mediaType}; name*=UTF-8''${encodeURIComponent(name)}`,
    'Content-Transfer-Encoding: base64',
    ...(mediaType.startsWith('text/') ? [] : ['Content-Disposition: attachment']),
  ];
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${bytes.toString('base64')}\r\n`);
}

/** The header of the table that a file begins with, for the rows that it has got since; nothing where the reader knows none. */
export function headerIn(beginning: Buffer): Buffer {
  const lines = beginning.toString('latin1').split('\n').slice(0, -1);
  const header = lines.findLast((line) => headOf(decodeText(Buffer.from(line, 'latin1'))));
  return Buffer.from(header === undefined ? '' : `${header}\n`, 'latin1');
}

const encodedWord = (text: string): string => `=?UTF-8?B?${Buffer.from(text).toString('base64')}?=`;

/** The content decides: result files have names of many kinds. */
function mediaTypeOf(name: string, bytes: Buffer): string {
  if (bytes.includes(0)) return 'application/octet-stream';
  if (/^\.html?$/i.test(extname(name))) return 'text/html';
  return /^\uFEFF?\s*</.test(bytes.toString('utf8', 0, 100)) ? 'application/xml' : 'text/plain';
}
