import { feedbackOf } from './feedback.ts';
import { forwarded, multipart, part, zipOf } from './mail-forms.ts';

type Make = (to: string) => Buffer;

const xml = (bytes: Uint8Array) => part(['Content-Type: text/xml'], bytes);
const people = (count: number, more: Record<string, string> = {}) =>
  Array.from({ length: count }, (_, n) => ({ nachname: `Person ${n}`, email: `p${n}@example.org`, ...more }));
const letter = (bytes: number) => `Content-Type: text/plain\r\n\r\n${'Guten Tag. '.repeat(bytes / 11)}`;
const LARGEST = 24_000_000;

/** Emails that ask for more than one email may lead to; each ends in requests up to that and in a failure. */
export const TOO_MANY_PEOPLE: Readonly<Record<string, Make>> = {
  '50 documents of 200 people, under a text of 64 kB': (to) => {
    const documents = Array.from({ length: 50 }, (_, d) => xml(feedbackOf(people(200, { plz: String(d) }))));
    return multipart({ to }, [letter(65_536), ...documents]);
  },
  'one document of 12,000 people': (to) => multipart({ to }, [xml(feedbackOf(people(12_000)))]),
  'a ZIP file of 500 documents of 100 people': (to) => {
    const files = Array.from({ length: 500 }, (_, d) => [
      `${d}.xml`,
      feedbackOf(people(100, { plz: String(d) })),
    ]);
    return multipart({ to }, [part(['Content-Type: application/zip'], zipOf(Object.fromEntries(files)))]);
  },
  '1,200 forwarded inquiries': (to) => {
    const inner = (n: number) =>
      forwarded({ to }, multipart({ to }, [xml(feedbackOf([{ nachname: `P ${n}` }]))]));
    const mails = Array.from(
      { length: 1200 },
      (_, n) => `Content-Type: message/rfc822\r\n\r\n${inner(n).toString('latin1')}`,
    );
    return multipart({ to }, mails);
  },
  '300 people whose messages have 60 kB each': (to) =>
    multipart(
      { to },
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((d) =>
        xml(feedbackOf(people(30, { plz: String(d), anfrage: 'x'.repeat(60_000) }))),
      ),
    ),
};

/** Emails of the largest size, made to cost memory; each ends as a failure. */
export const LARGE: Readonly<Record<string, Make>> = {
  'boundary lines and nothing else': (to) =>
    Buffer.concat([head(to, 'multipart/mixed; boundary=b'), Buffer.alloc(LARGEST, '--b\r\n')]),
  'boundary lines with blanks without end': (to) =>
    Buffer.concat([head(to, 'multipart/mixed; boundary=b'), Buffer.from('--b'), Buffer.alloc(LARGEST, ' ')]),
  'line ends and nothing else': (to) =>
    Buffer.concat([head(to, 'text/plain; format=flowed'), Buffer.alloc(LARGEST, '\n')]),
  'one line': (to) => Buffer.concat([head(to, 'text/plain'), Buffer.alloc(LARGEST, 'x')]),
  'one header': (to) =>
    Buffer.concat([Buffer.from(`To: ${to}\r\nSubject: `), Buffer.alloc(LARGEST, '=?utf-8?Q?=41?= ')]),
  'headers without a body': (to) =>
    Buffer.concat([Buffer.from(`To: ${to}\r\n`), Buffer.alloc(LARGEST, 'To: a@b.example\r\n')]),
  'quoted-printable': (to) =>
    Buffer.concat([head(to, 'text/xml', 'quoted-printable'), Buffer.alloc(LARGEST, '=3Ca=3E=\r\n')]),
  'base64 of padding': (to) => Buffer.concat([head(to, 'text/xml', 'base64'), Buffer.alloc(LARGEST, 'QQ==')]),
  'an HTML page of tags': (to) =>
    Buffer.concat([head(to, 'text/html'), Buffer.alloc(LARGEST, '<b title=x>&lt;')]),
  'an HTML page of documents that never end': (to) =>
    Buffer.concat([head(to, 'text/html'), Buffer.alloc(LARGEST, '&lt;openimmo_feedback&gt; <i>x</i> ')]),
  'an HTML page of styles that never end': (to) =>
    Buffer.concat([head(to, 'text/html'), Buffer.alloc(LARGEST, '<style >')]),
  'documents in a text that never end': (to) =>
    Buffer.concat([
      head(to, 'text/plain'),
      Buffer.alloc(LARGEST, '<?xml version="1.0"?><openimmo_feedback>'),
    ]),
  'empty documents in a text': (to) =>
    Buffer.concat([head(to, 'text/plain'), Buffer.alloc(LARGEST, '<openimmo_feedback></openimmo_feedback>')]),
  'uuencoded files': (to) =>
    Buffer.concat([head(to, 'text/plain'), Buffer.alloc(LARGEST, 'begin 644 a\r\n`\r\nend\r\n')]),
  'a parameter of MIME': (to) =>
    Buffer.concat([
      Buffer.from(`To: ${to}\r\nContent-Type: text/xml; name*0*=`),
      Buffer.alloc(200_000, '%41'),
      Buffer.from('\r\n\r\n<a>'),
    ]),
  'mails in mails, all as base64': (to) => {
    let mail = Buffer.concat([head(to, 'text/xml'), Buffer.alloc(8_000_000, '<a>')]);
    while (mail.length * 1.4 < LARGEST) {
      const coded = mail.toString('base64').replace(/.{76}/g, '$&\r\n');
      mail = Buffer.concat([head(to, 'message/rfc822', 'base64'), Buffer.from(coded)]);
    }
    return mail;
  },
  'documents of as many elements as one may have': (to) => {
    const file = Buffer.from(`<openimmo_feedback>${'<a>b</a>'.repeat(49_000)}</openimmo_feedback>`);
    const files = Array.from({ length: 60 }, (_, n) => [`${n}.xml`, file]);
    return multipart({ to }, [part(['Content-Type: application/zip'], zipOf(Object.fromEntries(files)))]);
  },
  'files of an archive as large as they may be': (to) => {
    const file = Buffer.alloc(15_000_000, 'an open fire, two rooms, and a view over the lake; ').map(
      (byte, n) => byte ^ ((n * n) % 7),
    );
    return multipart({ to }, [
      part(['Content-Type: application/zip'], zipOf({ 'a.txt': file, 'b.txt': file })),
    ]);
  },
};

function head(to: string, type: string, encoding = '7bit'): Buffer {
  return Buffer.from(
    `From: a@b.example\r\nTo: ${to}\r\nContent-Type: ${type}\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n`,
  );
}
