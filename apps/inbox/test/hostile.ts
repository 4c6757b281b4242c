import { multipart, part, zipOf } from './mail-forms.ts';

const about = (to: string) => ({ to });
const head = (to: string, type: string) =>
  `Message-ID: <${type.length}-${to}@x>\r\nFrom: a@b.example\r\nTo: ${to}\r\nSubject: hostile\r\nMIME-Version: 1.0\r\nContent-Type: ${type}\r\n`;

const nested = (to: string, depth: number) => {
  let text = '';
  for (let level = 0; level < depth; level += 1) {
    text += `Content-Type: multipart/mixed; boundary="b${level}"\r\n\r\n--b${level}\r\n`;
  }
  return Buffer.from(`${head(to, 'multipart/mixed; boundary="top"')}\r\n--top\r\n${text}\r\nend`);
};

const mailsInMails = (to: string, depth: number) => {
  let text = '';
  for (let level = 0; level < depth; level += 1) text += 'Content-Type: message/rfc822\r\n\r\n';
  return Buffer.from(`From: a@b.example\r\nTo: ${to}\r\n${text}x`);
};

const bomb = (to: string) => {
  let zip: Buffer = zipOf({ 'x.xml': Buffer.alloc(15_000_000, 'a') });
  for (let level = 0; level < 5; level += 1) zip = zipOf({ [`${level}.zip`]: zip });
  return multipart(about(to), [part(['Content-Type: application/zip'], zip)]);
};

const xmlMail = (to: string, xml: string | Buffer) =>
  multipart(about(to), [part(['Content-Type: text/xml'], Buffer.from(xml))]);

/** Emails made to cost more than they are worth; each must end as a failure. */
export const HOSTILE: Readonly<Record<string, (to: string) => Buffer>> = {
  'an entity bomb': (to) => {
    const entities = Array.from({ length: 20 }, (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(20)}">`);
    return xmlMail(
      to,
      `<!DOCTYPE a [<!ENTITY e0 "x">${entities.join('')}]><openimmo_feedback>&e20;</openimmo_feedback>`,
    );
  },
  'an external entity': (to) =>
    xmlMail(
      to,
      '<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/passwd">]><openimmo_feedback>&e;</openimmo_feedback>',
    ),
  '1,000 nested parts': (to) => nested(to, 1000),
  '1,000 mails in mails': (to) => mailsInMails(to, 1000),
  '5,000 parts side by side': (to) =>
    multipart(
      about(to),
      Array.from({ length: 5000 }, () => part(['Content-Type: text/xml'], Buffer.from('<a>'))),
    ),
  'a ZIP bomb': bomb,
  'a ZIP file of 10,000 entries': (to) => {
    const files = Object.fromEntries(
      Array.from({ length: 10_000 }, (_, n) => [`${n}.xml`, Buffer.from('<a/>')]),
    );
    return multipart(about(to), [part(['Content-Type: application/zip'], zipOf(files))]);
  },
  'broken base64': (to) =>
    Buffer.from(
      `${head(to, 'multipart/mixed; boundary=b')}\r\n--b\r\nContent-Type: text/xml\r\nContent-Transfer-Encoding: base64\r\n\r\n%%%not=base64===\0\0&&&\r\nPD94bWwg\r\n--b--`,
    ),
  'NUL bytes everywhere': (to) =>
    Buffer.concat([Buffer.from(head(to, 'text/xml')), Buffer.from('\r\n'), Buffer.alloc(100_000)]),
  'headers without end': (to) =>
    Buffer.from(`${head(to, 'text/plain')}${'X-Endless: and on and on and on\r\n'.repeat(100_000)}`),
  'one endless header': (to) => Buffer.from(`${head(to, 'text/plain')}X-Long: ${'a'.repeat(3_000_000)}`),
  'a header of addresses': (to) =>
    Buffer.from(`To: ${to}, ${'a@'.repeat(1_000_000)}\r\nFrom: ${'<'.repeat(500_000)}\r\n\r\nx`),
  'a million tags': (to) => xmlMail(to, `<a>${'<b/>'.repeat(400_000)}</a>`),
  'tags nested 100,000 deep': (to) => xmlMail(to, '<a>'.repeat(100_000)),
  'an HTML body of open tags': (to) =>
    Buffer.from(`${head(to, 'text/html')}\r\n${'<style>'.repeat(100_000)}${'<a '.repeat(200_000)}`),
  'an HTML body of nested elements': (to) =>
    Buffer.from(`${head(to, 'text/html')}\r\n${'<b>'.repeat(85_000)}${'<ul><li>'.repeat(30_000)}x`),
  'a text that begins a document and never ends it': (to) =>
    Buffer.from(`${head(to, 'text/plain')}\r\n${'<openimmo_feedback>'.repeat(50_000)}`),
  'members of every object as names': (to) =>
    xmlMail(
      to,
      '<openimmo_feedback><__proto__><interessent/></__proto__><constructor>1</constructor></openimmo_feedback>',
    ),
  'a winmail.dat cut off': (to) =>
    multipart(about(to), [
      part(
        ['Content-Type: application/ms-tnef'],
        Buffer.from('789f3e22010002029006000e000000ffffffff', 'hex'),
      ),
    ]),
  'nothing at all': (to) => Buffer.from(`To: ${to}`),
};
