import { deflateRawSync, crc32 } from 'node:zlib';

export interface MailParts {
  to: string;
  from?: string;
  subject?: string;
  messageId?: string;
  headers?: readonly string[];
}

let count = 0;

const head = ({
  to,
  from = 'portal@portal.example',
  subject = 'Anfrage',
  messageId,
  headers = [],
}: MailParts) => {
  count += 1;
  return [
    `Message-ID: ${messageId ?? `<${process.pid}-${count}-${Date.now()}@portal.example>`}`,
    `From: Portal <${from}>`,
    `To: ${to}`,
    `Subject: ${subject}`,
    'Date: Wed, 05 Mar 2025 08:30:00 +0100',
    'MIME-Version: 1.0',
    ...headers,
  ];
};

const lines = (base64: string) => base64.replace(/.{76}/g, '$&\r\n');

/** One part of a multipart: headers and bytes, as base64. */
export const part = (headers: readonly string[], bytes: Uint8Array) =>
  [...headers, 'Content-Transfer-Encoding: base64', '', lines(Buffer.from(bytes).toString('base64'))].join(
    '\r\n',
  );

/** An email with a text and further parts. */
export function multipart(
  about: MailParts,
  parts: readonly string[],
  how: string | { text: string } = 'multipart/mixed',
): Buffer {
  const boundary = `=_part-${count}`;
  const [type, said] = typeof how === 'string' ? [how, 'Ich habe Interesse.'] : ['multipart/mixed', how.text];
  const text = `Content-Type: text/plain; charset=utf-8\r\n\r\n${said}`;
  const body = [text, ...parts].map((each) => `--${boundary}\r\n${each}\r\n`).join('');
  const top = [...head(about), `Content-Type: ${type}; boundary="${boundary}"`];
  return Buffer.from(`${top.join('\r\n')}\r\n\r\n${body}--${boundary}--\r\n`);
}

/** An email with a text and nothing else. */
export const plainMail = (about: MailParts, text: string): Buffer =>
  Buffer.from(
    `${[...head(about), 'Content-Type: text/plain; charset=utf-8'].join('\r\n')}\r\n\r\n${text}\r\n`,
  );

/** A ZIP file of deflated files. */
export function zipOf(files: Readonly<Record<string, Uint8Array>>): Buffer {
  const entries = Object.entries(files).map(([name, bytes]) => {
    const packed = deflateRawSync(bytes);
    return { name: Buffer.from(name), bytes, packed, crc: crc32(bytes) };
  });
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes, packed, crc } of entries) {
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(0x800, 2);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc, 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, name, packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), common, rest, name]));
    bodies.push(local);
    offset += local.length;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(size, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...bodies, ...directory, Buffer.from('PK\x05\x06'), end]);
}

/** A winmail.dat with one file. */
export function tnefOf(name: string, bytes: Uint8Array): Buffer {
  const attribute = (level: number, id: number, type: number, data: Uint8Array) => {
    const header = Buffer.alloc(9);
    header.writeUInt8(level, 0);
    header.writeUInt16LE(id, 1);
    header.writeUInt16LE(type, 3);
    header.writeUInt32LE(data.length, 5);
    const sum = Buffer.alloc(2);
    sum.writeUInt16LE(data.reduce((total, byte) => (total + byte) & 0xffff, 0));
    return Buffer.concat([header, data, sum]);
  };
  return Buffer.concat([
    Buffer.from([0x78, 0x9f, 0x3e, 0x22, 0x01, 0x00]),
    attribute(1, 0x9006, 0x0008, Buffer.from([0, 0, 1, 0])),
    attribute(2, 0x9002, 0x0006, Buffer.alloc(14)),
    attribute(2, 0x8010, 0x0001, Buffer.from(`${name}\0`)),
    attribute(2, 0x800f, 0x0006, bytes),
  ]);
}

/** The email inside another email, as mail programs forward it. */
export const forwarded = (about: MailParts, inner: Uint8Array): Buffer =>
  multipart(about, [
    `Content-Type: message/rfc822\r\nContent-Disposition: attachment\r\n\r\n${Buffer.from(inner).toString('latin1')}`,
  ]);

const ATTACHED = 'Content-Disposition: attachment; filename="kontakt.xml"';

/** The ways in which platforms and mail programs send a document. */
export const FORMS: Readonly<Record<string, (about: MailParts, xml: Uint8Array) => Buffer>> = {
  'a plain attachment': (about, xml) => multipart(about, [part(['Content-Type: text/xml', ATTACHED], xml)]),
  'an octet stream without an extension': (about, xml) =>
    multipart(about, [
      part(
        ['Content-Type: application/octet-stream', 'Content-Disposition: attachment; filename=anfrage.dat'],
        xml,
      ),
    ]),
  'a name after RFC 2231': (about, xml) =>
    multipart(about, [
      part(
        [
          'Content-Type: application/xml',
          "Content-Disposition: attachment; filename*0*=utf-8''Kontakt%20; filename*1*=M%C3%BCnchen.XML",
        ],
        xml,
      ),
    ]),
  'an encoded name': (about, xml) =>
    multipart(about, [
      part(['Content-Type: application/octet-stream; name="=?utf-8?B?S29udGFrdC54bWw=?="'], xml),
    ]),
  'an inline part': (about, xml) =>
    multipart(about, [part(['Content-Type: text/xml', 'Content-Disposition: inline'], xml)]),
  'the whole body': (about, xml) =>
    Buffer.from(
      `${[...head(about), 'Content-Type: application/xml', 'Content-Transfer-Encoding: base64'].join('\r\n')}\r\n\r\n${lines(Buffer.from(xml).toString('base64'))}\r\n`,
    ),
  'a ZIP file': (about, xml) =>
    multipart(about, [
      part(
        ['Content-Type: application/zip', 'Content-Disposition: attachment; filename=kontakt.zip'],
        zipOf({ 'a/kontakt.xml': xml }),
      ),
    ]),
  'a mail forwarded twice': (about, xml) => {
    const stranger = { to: 'makler@customer.example' };
    const first = multipart(stranger, [part(['Content-Type: text/xml', ATTACHED], xml)]);
    return forwarded(about, forwarded(stranger, first));
  },
  'a winmail.dat': (about, xml) =>
    multipart(about, [
      part(
        ['Content-Type: application/ms-tnef', 'Content-Disposition: attachment; filename=winmail.dat'],
        tnefOf('kontakt.xml', xml),
      ),
    ]),
};

const sized = (tag: number, body: Uint8Array): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length);
  return Buffer.concat([Buffer.from([tag, 0x84]), length, body]);
};
/** A value whose end is marked, as programs write it that do not know its length in advance. */
const unsized = (tag: number, body: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from([tag, 0x80]), body, Buffer.alloc(2)]);

/** A signed message with its content inside, and the signers that nobody checks. */
export function signedOf(content: Uint8Array, isSized = true): Buffer {
  const wrap = isSized ? sized : unsized;
  const half = Math.floor(content.length / 2);
  const pieces = [content.subarray(0, half), content.subarray(half)].map((piece) => sized(0x04, piece));
  const octets = isSized ? sized(0x04, content) : unsized(0x24, Buffer.concat(pieces));
  const oid = (kind: number) => Buffer.from(`06092a864886f70d01070${String(kind)}`, 'hex');
  const encapsulated = wrap(0x30, Buffer.concat([oid(1), wrap(0xa0, octets)]));
  const signers = sized(0x31, Buffer.from('0500', 'hex'));
  const signed = wrap(
    0x30,
    Buffer.concat([Buffer.from('020101', 'hex'), sized(0x31, Buffer.alloc(0)), encapsulated, signers]),
  );
  return wrap(0x30, Buffer.concat([oid(2), wrap(0xa0, signed)]));
}
