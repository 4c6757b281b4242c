import { randomBytes } from 'node:crypto';

const lines = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64').replace(/.{76}/g, '$&\r\n');

const document = (n: number) => `<?xml version="1.0" encoding="UTF-8"?>
<openimmo_feedback><version>1.2.5</version>
  <sender><name>portal-eins</name><datum>2025-03-05</datum><makler_id>A-1001</makler_id></sender>
  <objekt><portal_obj_id>99887766</portal_obj_id><oobj_id>P-77</oobj_id>
    <bezeichnung>Maisonette über den Dächern</bezeichnung><ort>München</ort>
    <interessent><vorname>Jana</vorname><nachname>Müller-Groß</nachname><email>${n}@example.com</email>
      <anfrage>${'Guten Tag, ist die Wohnung noch frei? '.repeat(90)}</anfrage></interessent>
  </objekt>
</openimmo_feedback>`;

const PDF = randomBytes(22_000);
const HTML = `<html><body>${'<p>Eine Anfrage zu Ihrem Objekt <b>P-77</b> in München.</p>'.repeat(250)}</body></html>`;
const TEXT = 'Eine Anfrage zu Ihrem Objekt P-77.\r\n'.repeat(60);

/** A mail as portals send it, about 58 kB: text, HTML, the document and a PDF. */
export function sampleMail(to: string, n: number): Buffer {
  const head = [
    `Message-ID: <bench-${n}-${randomBytes(6).toString('hex')}@portal.example>`,
    'From: Portal Eins <anfragen@portal.example>',
    `To: ${to}`,
    'Subject: =?utf-8?Q?Anfrage_f=C3=BCr_P-77?=',
    'Date: Wed, 05 Mar 2025 08:30:00 +0100',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=m',
  ].join('\r\n');
  const part = (type: string, bytes: Uint8Array) =>
    `--m\r\nContent-Type: ${type}\r\nContent-Transfer-Encoding: base64\r\n\r\n${lines(bytes)}\r\n`;
  const alternative = [
    '--m\r\nContent-Type: multipart/alternative; boundary=a\r\n\r\n',
    `--a\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${TEXT}\r\n`,
    `--a\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${HTML}\r\n--a--\r\n`,
  ].join('');
  const xml = part('application/xml; name=kontakt.xml', Buffer.from(document(n)));
  return Buffer.from(
    `${head}\r\n\r\n${alternative}${xml}${part('application/pdf; name=expose.pdf', PDF)}--m--\r\n`,
  );
}
