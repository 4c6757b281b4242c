import { describe, expect, it } from 'vitest';
import { forwarded, multipart, part, plainMail, signedOf, tnefOf, zipOf } from '../../test/mail-forms.ts';
import { feedbackOf } from '../../test/feedback.ts';
import { sample } from '../../test/samples.ts';
import type { Reading } from '../domain/reading.ts';
import { MOST_REQUESTS, MOST_SENT_BYTES } from '../domain/request-budget.ts';
import { LIMITS } from './limits.ts';
import { readMail } from './read-mail.ts';

const about = { to: 'd1a2b3c4e5f6g7h8i9j0@requests.example.org' };
const attached = (name: string, bytes: Uint8Array, type = 'application/octet-stream') =>
  part([`Content-Type: ${type}`, `Content-Disposition: attachment; filename="${name}"`], bytes);
const xml = (name: string, bytes: Uint8Array) => attached(name, bytes, 'text/xml');
const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const namesOf = ({ inquiries }: Reading) => inquiries.map(({ prospect }) => prospect.lastName);
const codesOf = ({ failure }: Reading) =>
  (failure?.problems ?? []).map(({ failureCode, part: where, count }) => [failureCode, where, count]);

/** A ZIP file whose only entry says that it is encrypted. */
function encryptedZip(): Buffer {
  const zip = zipOf({ 'secret.xml': sample('feedback-basic') });
  for (const signature of ['PK\x03\x04', 'PK\x01\x02']) {
    const at = zip.indexOf(signature, 0, 'latin1') + (signature.endsWith('\x04') ? 6 : 8);
    zip.writeUInt16LE(zip.readUInt16LE(at) | 1, at);
  }
  return zip;
}

/** A document of an office program: a ZIP file of XML files. */
const officeFile = (first: string): Buffer =>
  zipOf({ [first]: Buffer.from('<a/>'), 'content.xml': Buffer.from('<?xml version="1.0"?><document/>') });

describe('the people of an email', () => {
  it('the people of an email with 60 XML attachments are all read', async () => {
    const parts = times(60, (n) => xml(`${n}.xml`, feedbackOf([{ nachname: `Person ${n}` }])));
    const reading = await readMail(multipart(about, parts));
    expect(namesOf(reading)).toEqual(times(60, (n) => `Person ${n}`));
    expect(reading.failure).toBeUndefined();
  });

  it('the people of an email with 120 forwarded inquiries are all read, each with the text of its own mail', async () => {
    const mails = times(120, (n) => {
      const text = `Content-Type: text/plain\r\n\r\nText ${n}`;
      const inner = multipart(about, [text, xml('kontakt.xml', feedbackOf([{ nachname: `Person ${n}` }]))]);
      return `Content-Type: message/rfc822\r\n\r\n${inner.toString('latin1')}`;
    });
    const reading = await readMail(multipart(about, mails));
    expect(namesOf(reading)).toEqual(times(120, (n) => `Person ${n}`));
    expect(reading.texts).toEqual(times(120, (n) => expect.stringMatching(new RegExp(`Text ${n}$`))));
    expect(reading.failure).toBeUndefined();
  });

  it('the people of an email in one document of 250 are all read', async () => {
    const people = times(250, (n) => ({ nachname: `Person ${n}` }));
    const reading = await readMail(multipart(about, [xml('a.xml', feedbackOf(people))]));
    expect(namesOf(reading)).toEqual(people.map(({ nachname }) => nachname));
    expect(reading.failure).toBeUndefined();
  });

  it('the people of an email in several documents that stand in one text are all read', async () => {
    const documents = times(3, (n) => feedbackOf([{ nachname: `Person ${n}` }]).toString());
    const reading = await readMail(plainMail(about, `Neu:\n${documents.join('\nund\n')}\nEnde`));
    expect(namesOf(reading)).toEqual(['Person 0', 'Person 1', 'Person 2']);
    expect(reading.texts[0]).toMatch(/^Neu:\s+und\s+und\s+Ende$/);
  });

  it('the people of an email who ask again in another forwarded email are read again, and in a copy of it once', async () => {
    const document = xml('kontakt.xml', feedbackOf([{ nachname: 'Kurz' }]));
    const mails = ['Noch frei?', 'Darf ich kommen?', 'Noch frei?'].map((words) => {
      const inner = multipart(about, [`Content-Type: text/plain\r\n\r\n${words}`, document]);
      return `Content-Type: message/rfc822\r\n\r\n${inner.toString('latin1')}`;
    });
    const reading = await readMail(multipart(about, mails));
    expect(namesOf(reading)).toEqual(['Kurz', 'Kurz']);
    expect(new Set(reading.inquiries.map(({ origin }) => origin)).size).toBe(2);
    expect(reading.texts).toEqual([
      expect.stringMatching(/Noch frei\?$/),
      expect.stringMatching(/Darf ich kommen\?$/),
    ]);
  });

  it('the people of an email who ask the same about the same property in other words are all read', async () => {
    const parts = ['erste', 'zweite'].map((anfrage) =>
      xml('a.xml', feedbackOf([{ nachname: 'Kurz', anfrage }])),
    );
    expect(namesOf(await readMail(multipart(about, parts)))).toEqual(['Kurz', 'Kurz']);
  });
});

describe('a document that stands in an email as text and as HTML', () => {
  const anfrage = 'Guten Tag,\n\nist  die Wohnung noch frei?\nGruß';
  const document = feedbackOf([{ nachname: 'Kurz', anfrage }]).toString();
  const shown = document.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

  it.each([
    ['in lines of its own', `<pre>${shown}</pre>`],
    ['with line breaks', shown.replaceAll('\n', '<br>\n')],
    ['with blanks that do not break', shown.replaceAll('  ', ' &nbsp;').replaceAll('\n', '<br>\n')],
  ])(
    'a document that stands in an email as text and as HTML leads to one request: %s',
    async (_how, html) => {
      const texts = [`plain; charset=utf-8\r\n\r\n${document}`, `html; charset=utf-8\r\n\r\n${html}`];
      const parts = texts.map((text) => `Content-Type: text/${text}`);
      const reading = await readMail(multipart(about, parts, 'multipart/alternative'));
      expect(reading.inquiries.map(({ message }) => message)).toEqual([{ own: anfrage }]);
      expect(reading.failure).toBeUndefined();
    },
  );
});

describe('an email that is partly readable', () => {
  const good = xml('good.xml', sample('feedback-basic'));
  const winmail = tnefOf('kontakt.xml', feedbackOf([{ nachname: 'Lang' }]));

  it.each<[string, string, string, string]>([
    [
      'a broken document',
      'xml_malformed',
      'broken.xml',
      xml('broken.xml', Buffer.from('<openimmo_feedback>')),
    ],
    [
      'an import report',
      'xml_not_a_request',
      'r.xml',
      xml('r.xml', sample('feedback-rejected-import-report')),
    ],
    ['a document without a person', 'no_prospect', 'n.xml', xml('n.xml', feedbackOf([]))],
    ['a document that is too large', 'too_large', 'l.xml', xml('l.xml', Buffer.alloc(3_000_000, '<a>'))],
    ['an encrypted ZIP file', 'archive_unreadable', 'x.zip > secret.xml', attached('x.zip', encryptedZip())],
    ['a broken ZIP file', 'archive_unreadable', 'x.zip', attached('x.zip', Buffer.from('PK\x03\x04 broken'))],
    ['a RAR file', 'unsupported_format', 'x.rar', attached('x.rar', Buffer.from('Rar!\x1a\x07\x00'))],
    ['a tar file', 'unsupported_format', 'x.tar', attached('x.tar', Buffer.from(`${'\0'.repeat(257)}ustar`))],
    [
      'an encrypted part',
      'unsupported_format',
      'x.asc',
      attached('x.asc', Buffer.from('-----BEGIN PGP MESSAGE-----')),
    ],
    [
      'an Outlook message',
      'unsupported_format',
      'x.msg',
      attached('x.msg', Buffer.from('d0cf11e0a1b11ae1', 'hex')),
    ],
    [
      'a winmail.dat that is cut off',
      'archive_unreadable',
      'winmail.dat',
      attached('winmail.dat', winmail.subarray(0, -40)),
    ],
    [
      'a document in the text that never ends',
      'xml_malformed',
      'part 3',
      'Content-Type: text/plain\r\n\r\nHallo <openimmo_feedback><objekt>',
    ],
    [
      'a multipart whose boundary is wrong',
      'unsupported_format',
      '',
      'Content-Type: multipart/mixed; boundary=a\r\n\r\n--b\r\nContent-Type: text/xml\r\nContent-Transfer-Encoding: base64\r\n\r\nPGE+\r\n--b--',
    ],
  ])(
    'an email that is partly readable leads to a request and names the rest: %s',
    async (_what, failureCode, where, other) => {
      const reading = await readMail(multipart(about, [good, other]));
      expect(namesOf(reading)).toEqual(['Müller-Groß']);
      expect(codesOf(reading)).toEqual([[failureCode, where === '' ? undefined : where, 1]]);
      expect(reading.failure?.failureMessage).toMatch(/^Requests were created from the email, but /);
    },
  );

  it.each([
    [
      'bytes behind its end',
      Buffer.concat([zipOf({ 'a.xml': sample('feedback-basic') }), Buffer.from('rest of PK\x05\x06')]),
    ],
    [
      'a list of types beside the document',
      zipOf({
        '[Content_Types].xml': Buffer.from('<?xml version="1.0"?><Types/>'),
        'a.xml': sample('feedback-basic'),
      }),
    ],
  ])('a ZIP file with %s leads to a request and to no problem', async (_what, zip) => {
    const reading = await readMail(multipart(about, [attached('kontakt.zip', zip)]));
    expect([namesOf(reading).length, codesOf(reading), reading.failure]).toEqual([1, [], undefined]);
  });

  const inquiry = multipart(about, [xml('kontakt.xml', sample('feedback-basic'))]);
  const signed = (bytes: Uint8Array) =>
    part(['Content-Type: application/pkcs7-mime; smime-type=signed-data; name=smime.p7m'], bytes);

  it.each([
    ['of a known size', signedOf(inquiry)],
    ['in pieces', signedOf(inquiry, false)],
    ['inside another one', signedOf(Buffer.from(signed(signedOf(inquiry))))],
  ])('a signed email with its content %s leads to a request', async (_how, bytes) => {
    const reading = await readMail(multipart(about, [signed(bytes)]));
    expect([namesOf(reading), codesOf(reading), reading.failure]).toEqual([['Müller-Groß'], [], undefined]);
  });

  it('a signed email that is cut off anywhere is named, and its other files are read', async () => {
    for (const isSized of [true, false]) {
      const bytes = signedOf(inquiry, isSized);
      for (const end of [24, 60, Math.floor(bytes.length / 2)]) {
        const reading = await readMail(multipart(about, [good, signed(bytes.subarray(0, end))]));
        expect(namesOf(reading)).toEqual(['Müller-Groß']);
        expect(codesOf(reading)).toEqual([['unsupported_format', 'smime.p7m', 1]]);
        expect(reading.failure?.problems[0]?.failureMessage).toMatch(/signed email is damaged/);
      }
    }
  });

  it('an email that is partly readable names each problem of an archive, and reads its other files', async () => {
    const zip = zipOf({
      'bomb.xml': Buffer.alloc(10_000_000),
      'broken.xml': Buffer.from('<a'),
      'good.xml': sample('feedback-basic'),
      'letter.txt': Buffer.from('Hallo'),
    });
    const reading = await readMail(multipart(about, [attached('all.zip', zip)]));
    expect(namesOf(reading)).toEqual(['Müller-Groß']);
    expect(codesOf(reading)).toEqual([
      ['archive_unreadable', 'all.zip > bomb.xml', 1],
      ['xml_malformed', 'all.zip > broken.xml', 1],
    ]);
  });

  it('an email that is partly readable does not name pictures, signatures and other things that are never requests', async () => {
    const parts = [
      attached('logo.png', Buffer.from('89504e47', 'hex'), 'image/png'),
      attached('plan.pdf', Buffer.from('%PDF-1.7'), 'application/pdf'),
      attached('logo.svg', Buffer.from('<?xml version="1.0"?>\n<svg/>'), 'image/svg+xml'),
      attached('page.html', Buffer.from('<?xml version="1.0"?><!DOCTYPE html><html/>'), 'text/html'),
      attached('page.html', Buffer.from('<p>Hallo<br>')),
      attached('note.txt', Buffer.from('<Jana> schrieb: Hallo'), 'text/plain'),
      attached('note.txt', Buffer.from('<Jana> schrieb: Hallo')),
      attached('letter.docx', officeFile('[Content_Types].xml')),
      attached('table', officeFile('_rels/.rels'), 'application/vnd.openxmlformats-officedocument.x'),
      attached('letter', officeFile('mimetype'), 'application/octet-stream'),
      'Content-Type: text/plain\r\n\r\n<Jana Kurz> schrieb: Hallo',
    ];
    const reading = await readMail(multipart(about, [good, ...parts]));
    expect(namesOf(reading)).toEqual(['Müller-Groß']);
    expect(reading.failure).toBeUndefined();
  });

  it('an email that is partly readable names a person in a form that is not known, and texts that were cut', async () => {
    const people = [
      { nachname: 'Kurz', anfrage: 'x'.repeat(70_000) },
      { person: '<nachname>Tief</nachname>' },
      { nachname: 'y'.repeat(1001) },
    ];
    const reading = await readMail(multipart(about, [xml('a.xml', feedbackOf(people))]));
    expect(reading.inquiries).toHaveLength(2);
    expect(codesOf(reading)).toEqual([
      ['no_prospect', 'a.xml', 1],
      ['too_large', 'a.xml', 2],
    ]);
  });
});

describe('a limit of the reader', () => {
  it('a limit of the reader of parts names how many were left out', async () => {
    const parts = times(LIMITS.parts + 20, () => 'Content-Type: image/png\r\n\r\nx');
    const reading = await readMail(multipart(about, [xml('a.xml', sample('feedback-basic')), ...parts]));
    expect(reading.inquiries).toHaveLength(1);
    expect(codesOf(reading)).toEqual([['too_large', undefined, 22]]);
  });

  it('a limit of the reader of entries of an archive names how many were left out', async () => {
    const entries = times(LIMITS.archiveEntries + 5, (n) => [`${n}.txt`, Buffer.from('x')] as const);
    const zip = zipOf(Object.fromEntries([['good.xml', sample('feedback-basic')], ...entries]));
    const reading = await readMail(multipart(about, [attached('all.zip', zip)]));
    expect(reading.inquiries).toHaveLength(1);
    expect(codesOf(reading)).toEqual([['archive_unreadable', 'all.zip', 6]]);
  });

  it('a limit of the reader of depth names what is deeper', async () => {
    let deep = multipart(about, [xml('a.xml', sample('feedback-basic'))]);
    for (let level = 0; level <= LIMITS.depth; level += 1) deep = forwarded(about, deep);
    const reading = await readMail(deep);
    expect(reading.inquiries).toEqual([]);
    expect(codesOf(reading)).toMatchObject([['too_large', expect.stringContaining('part 2'), 1]]);
  });

  it('a limit of the reader of addresses names how many were left out', async () => {
    const to = times(LIMITS.addresses + 7, (n) => `p${n}@example.org`).join(', ');
    const reading = await readMail(multipart({ to }, [xml('a.xml', sample('feedback-basic'))]));
    expect(reading.addressed.flat()).toHaveLength(LIMITS.addresses);
    expect(codesOf(reading)).toEqual([['too_large', undefined, 7]]);
  });

  it('a limit of the reader of headers names that they were cut', async () => {
    const headers = times(5000, (n) => `X-${n}: ${'x'.repeat(60)}`);
    const reading = await readMail(multipart({ ...about, headers }, []));
    expect(reading.failure?.problems).toMatchObject([{ failureCode: 'too_large' }]);
  });

  it('a limit of the reader of problems names the first ones and counts the rest', async () => {
    const parts = times(LIMITS.problems + 30, (n) => xml(`${n}.xml`, Buffer.from('<a')));
    const { failure } = await readMail(multipart(about, parts));
    expect(failure?.problems).toHaveLength(LIMITS.problems + 1);
    expect(failure?.problems.at(-1)).toMatchObject({ failureCode: 'xml_malformed', count: 30 });
  });

  it('a limit of the reader of requests makes them up to it and names how many people were left out', async () => {
    const documents = times(50, (d) =>
      xml(`${d}.xml`, feedbackOf(times(200, (n) => ({ nachname: `${d}-${n}` })))),
    );
    const reading = await readMail(multipart(about, documents));
    expect(reading.inquiries).toHaveLength(MOST_REQUESTS);
    expect(codesOf(reading)).toEqual([['limit_exceeded', undefined, 10_000 - MOST_REQUESTS]]);
    expect(reading.failure?.failureCode).toBe('limit_exceeded');
  });

  it('a limit of the reader of bytes counts a text for each request, and keeps it once', async () => {
    const letter = `Content-Type: text/plain\r\n\r\n${'Guten Tag. '.repeat(5900)}`;
    const people = times(300, (n) => ({ nachname: `Person ${n}` }));
    const reading = await readMail(multipart(about, [letter, xml('a.xml', feedbackOf(people))]));
    const most = Math.floor(MOST_SENT_BYTES / (reading.texts[0]?.length ?? 1));
    expect(reading.texts).toHaveLength(1);
    expect(reading.inquiries.length).toBeLessThanOrEqual(most);
    expect(reading.inquiries.length).toBeGreaterThan(most * 0.9);
    expect(codesOf(reading)).toEqual([['limit_exceeded', undefined, 300 - reading.inquiries.length]]);
    expect(Buffer.byteLength(JSON.stringify(reading))).toBeLessThan(250_000);
  });
});
