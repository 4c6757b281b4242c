import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { feedbackOf } from '../../test/feedback.ts';
import { multipart, part, plainMail } from '../../test/mail-forms.ts';
import { sample } from '../../test/samples.ts';
import type { Reading } from '../domain/reading.ts';
import { readMail } from './read-mail.ts';

const about = { to: 'd1a2b3c4e5f6g7h8i9j0@requests.example.org' };
const HEAD = `From: Portal <portal@portal.example>\r\nTo: ${about.to}\r\nSubject: Anfrage\r\n`;
const mail = (headers: string, body: string | Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${HEAD}${headers}\r\n`, 'latin1'), Buffer.from(body)]);
const namesOf = ({ inquiries }: Reading) => inquiries.map(({ prospect }) => prospect.lastName);
const xmlText = (encoding: string, name: string) => feedbackOf([{ nachname: name }], encoding).toString();
const basic = sample('feedback-basic');
const MIXED = 'MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary="outer"\r\n';
const XML_PART = `Content-Type: text/xml\r\nContent-Transfer-Encoding: base64\r\n\r\n${basic.toString('base64')}`;

const CHARSETS: readonly (readonly [declared: string, name: string, coded: string])[] = [
  ['ISO-8859-1', 'Müller-Groß', 'latin1'],
  ['ISO-8859-15', 'Müller € Šimák', 'iso-8859-15'],
  ['windows-1252', 'Müller „€“', 'windows-1252'],
  ['cp850', 'Müller-Groß', 'cp850'],
  ['macintosh', 'Müller-Groß', 'macintosh'],
  ['UTF-8', 'Müller-Groß', 'utf-8'],
  ['UTF-16', 'Müller-Groß', 'utf-16le'],
  ['UTF-16', 'Müller-Groß', 'utf-16be'],
];

describe.each(CHARSETS)('a document that declares %s', (declared, name, coded) => {
  const bytes = iconv.encode(xmlText(declared, name), coded);

  it.each([
    ['as the body of a mail without MIME headers', () => mail('', bytes)],
    [
      'as text with a name and without a charset',
      () => mail('Content-Type: text/plain; name=x.xml\r\n', bytes),
    ],
    [
      'as an inline part without a charset',
      () => multipart(about, [part(['Content-Type: text/plain; name=x.xml'], bytes)]),
    ],
    [
      'as an attached text',
      () =>
        multipart(about, [
          part(['Content-Type: text/plain', 'Content-Disposition: attachment; filename=x.xml'], bytes),
        ]),
    ],
    ['as an octet stream', () => multipart(about, [part(['Content-Type: application/octet-stream'], bytes)])],
    [
      'under a charset that its bytes contradict',
      () => multipart(about, [part(['Content-Type: text/plain; charset=us-ascii'], bytes)]),
    ],
  ])('keeps its characters %s', async (_form, make) => {
    const reading = await readMail(make());
    expect(namesOf(reading)).toEqual([name]);
    expect(reading.failure).toBeUndefined();
  });

  it('keeps its characters between the words of a letter', async () => {
    const letter = `Neue Anfrage:\r\n${xmlText(declared, name)}\r\nIhr Portal`;
    expect(namesOf(await readMail(mail('', iconv.encode(letter, coded))))).toEqual([name]);
  });
});

describe('an email of HTML alone', () => {
  const html = (body: string) => mail('Content-Type: text/html; charset=utf-8\r\n', body);

  it('an email of HTML alone has the text of its HTML as its body', async () => {
    const reading = await readMail(
      html('<html><head><title>x</title><body><p>Sch&ouml;ne<br>Gr&#xFC;&szlig;e &ndash; 5&nbsp;&euro;</p>'),
    );
    expect(reading.body).toBe('Schöne\nGrüße – 5 €');
  });

  it('an email of HTML alone has it also beside an empty plain text', async () => {
    const parts = ['Content-Type: text/plain\r\n\r\n \r\n', 'Content-Type: text/html\r\n\r\n<b>Hallo</b>'];
    const body = `--outer\r\n${parts.join('\r\n--outer\r\n')}\r\n--outer--`;
    const reading = await readMail(mail('Content-Type: multipart/alternative; boundary=outer\r\n', body));
    expect(reading.body).toBe('Hallo');
  });

  it.each([
    ['as it is', (xml: string) => xml],
    [
      'written with entities',
      (xml: string) => xml.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
    ],
    [
      'written with numbers',
      (xml: string) => xml.replaceAll('&', '&#38;').replaceAll('<', '&#x3C;').replaceAll('>', '&#62;'),
    ],
  ])('an email of HTML alone is searched for XML %s', async (_how, write) => {
    const reading = await readMail(
      html(`<html><body><p>Neu:</p><pre>${write(basic.toString())}</pre></body></html>`),
    );
    expect(namesOf(reading)).toEqual(['Müller-Groß']);
    expect(reading.failure).toBeUndefined();
  });

  it('an email of HTML alone declares its charset where MIME does not', async () => {
    const page = iconv.encode('<html><head><meta charset="cp850"></head><body>Grüße</body></html>', 'cp850');
    expect((await readMail(mail('Content-Type: text/html\r\n', page))).body).toBe('Grüße');
  });
});

describe('a multipart (RFC 2046)', () => {
  it.each(['--outer \r\n', '--outer\t \r\n', '--outer\n'])(
    'a multipart (RFC 2046) may have blanks behind a boundary: %j',
    async (line) => {
      const reading = await readMail(mail(MIXED, `${line}${XML_PART}\r\n--outer--  \r\n`));
      expect(namesOf(reading)).toEqual(['Müller-Groß']);
    },
  );

  it('a multipart (RFC 2046) that is inside another one may be ended by the boundary of that', async () => {
    const inner = 'Content-Type: multipart/alternative; boundary=inner\r\n\r\n--inner\r\n\r\nHallo';
    const reading = await readMail(
      mail(MIXED, `--outer\r\n${inner}\r\n--outer\r\n${XML_PART}\r\n--outer--\r\n`),
    );
    expect(namesOf(reading)).toEqual(['Müller-Groß']);
    expect(reading.body).toBe('Hallo');
  });

  it('a multipart (RFC 2046) may have a boundary that begins like the one around it', async () => {
    const inner = `Content-Type: multipart/mixed; boundary=outer-2\r\n\r\n--outer-2\r\n${XML_PART}\r\n--outer-2--`;
    const reading = await readMail(mail(MIXED, `--outer\r\n${inner}\r\n--outer--\r\n`));
    expect(namesOf(reading)).toEqual(['Müller-Groß']);
  });

  it('a multipart (RFC 2046) of type digest has emails as its parts', async () => {
    const inner = `Subject: inner\r\n${XML_PART}`;
    const digest = mail(
      'Content-Type: multipart/digest; boundary=outer\r\n',
      `--outer\r\n\r\n${inner}\r\n--outer--`,
    );
    expect(namesOf(await readMail(digest))).toEqual(['Müller-Groß']);
  });

  it.each([
    ['in front of its parts', `${basic.toString()}\r\n--outer\r\n\r\nHallo\r\n--outer--\r\n`],
    ['behind them', `--outer\r\n\r\nHallo\r\n--outer--\r\n${basic.toString()}\r\n`],
    ['where there are none', `${basic.toString()}\r\n`],
  ])('a multipart (RFC 2046) may have a document %s', async (_where, body) => {
    const reading = await readMail(mail(MIXED, body));
    expect(namesOf(reading)).toEqual(['Müller-Groß']);
    expect(reading.failure).toBeUndefined();
  });

  it('a multipart (RFC 2046) has parts without headers', async () => {
    const reading = await readMail(mail(MIXED, `--outer\r\n\r\n${basic.toString()}\r\n--outer--\r\n`));
    expect(namesOf(reading)).toEqual(['Müller-Groß']);
  });

  it('a multipart (RFC 2046) that is cut off keeps the parts before the cut', async () => {
    const reading = await readMail(mail(MIXED, `--outer\r\n${XML_PART}\r\n--outer\r\nContent-Type: image/p`));
    expect(namesOf(reading)).toEqual(['Müller-Groß']);
  });
});

/** As `uuencode` writes it. */
function uuencoded(name: string, bytes: Buffer): string {
  const code = (six: number) => (six === 0 ? '`' : String.fromCharCode(six + 0x20));
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; at += 45) {
    const line = bytes.subarray(at, at + 45);
    let text = code(line.length);
    for (let n = 0; n < line.length; n += 3) {
      const group = ((line[n] ?? 0) << 16) | ((line[n + 1] ?? 0) << 8) | (line[n + 2] ?? 0);
      text += [18, 12, 6, 0].map((shift) => code((group >> shift) & 63)).join('');
    }
    lines.push(text);
  }
  return ['begin 644 ' + name, ...lines, '`', 'end'].join('\r\n');
}

describe('a transfer encoding', () => {
  it.each(['BASE64;', ' Base64 (coded)', '"base64"'])(
    'a transfer encoding is known when it is written %j',
    async (encoding) => {
      const headers = `Content-Type: text/xml\r\nContent-Transfer-Encoding: ${encoding}\r\n`;
      expect(namesOf(await readMail(mail(headers, basic.toString('base64'))))).toEqual(['Müller-Groß']);
    },
  );

  it('a transfer encoding may be base64 in several padded pieces', async () => {
    const pieces = [basic.subarray(0, 100), basic.subarray(100)].map((piece) => piece.toString('base64'));
    const headers = 'Content-Type: text/xml\r\nContent-Transfer-Encoding: base64\r\n';
    expect(namesOf(await readMail(mail(headers, pieces.join('\r\n'))))).toEqual(['Müller-Groß']);
  });

  it('a transfer encoding may be quoted-printable with blanks that transports added', async () => {
    const coded = basic
      .toString('latin1')
      .replace(
        /[=\x80-\xff]/g,
        (char) => `=${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
      );
    const headers = 'Content-Type: text/xml\r\nContent-Transfer-Encoding: quoted-printable\r\n';
    const broken = coded.replace('</interessent>', '</inter=  \r\nessent>');
    expect(namesOf(await readMail(mail(headers, broken)))).toEqual(['Müller-Groß']);
  });

  it('a transfer encoding may be uuencode, in the text or of the whole body', async () => {
    const file = uuencoded('kontakt.xml', basic);
    const headers = 'Content-Type: application/octet-stream\r\nContent-Transfer-Encoding: x-uuencode\r\n';
    for (const raw of [plainMail(about, `Hallo,\r\n\r\n${file}\r\n\r\nGruß`), mail(headers, file)]) {
      const reading = await readMail(raw);
      expect(namesOf(reading)).toEqual(['Müller-Groß']);
      expect(reading.failure).toBeUndefined();
    }
  });
});

describe('the headers of an email', () => {
  it('the headers of an email are decoded, encoded words and raw bytes alike', async () => {
    const subjects = ['=?iso-8859-1?Q?Gr=FC=DFe?=', 'Grüße', Buffer.from('Grüße').toString('latin1')];
    for (const subject of subjects) {
      const raw = Buffer.from(
        `From: =?utf-8?B?TcO8bGxlcg==?= <a@b.example>\r\nSubject: ${subject}\r\n\r\n`,
        'latin1',
      );
      expect(await readMail(raw)).toMatchObject({ subject: 'Grüße', sender: 'a@b.example' });
    }
  });
});
