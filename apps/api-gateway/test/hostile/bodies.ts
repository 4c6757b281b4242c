import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';

/** A body that costs its sender little. */
export interface HostileBody {
  name: string;
  path: string;
  /** Beside `Content-Type` and what says how long it is. */
  headers?: readonly string[];
  body: Buffer;
  status: number;
  /** Sent in place of the length. */
  framing?: string;
  /** Whether the sender ends before the body does. */
  isCut?: boolean;
}

const MOST_BYTES = 990_000;
const fill = (part: string) => part.repeat(Math.floor(MOST_BYTES / part.length));
const keys = (count: number, value = '1') =>
  `{${Array.from({ length: count }, (_, index) => `"k${String(index)}":${value}`).join(',')}}`;
const property = (rest: string) => `{"type":"apartmentBuy","fields":{},${rest}}`;
const chunked = (text: string, size: number) => {
  const chunks = text.match(new RegExp(`.{1,${String(size)}}`, 'gs')) ?? [];
  return Buffer.from(
    [...chunks.map((one) => `${one.length.toString(16)}\r\n${one}\r\n`), '0\r\n\r\n'].join(''),
  );
};
const CONTACT = '{"email":"anna@example.org","lastName":"Müller"}';
const ZEROS = Buffer.alloc(100_000_000, '0');

const text = (name: string, path: string, body: string, status = 400): HostileBody => ({
  name,
  path,
  body: Buffer.from(body),
  status,
});

export const WIDE = text('90,000 unknown fields', '/contacts', keys(90_000));

const wide: HostileBody[] = [
  WIDE,
  text('as many unknown fields as are looked at', '/contacts', keys(5000)),
  text('unknown fields where a shape is chosen', '/targets', keys(5000)),
  text('unknown fields in every attachment', '/properties', property(`"attachments":[${Array.from({ length: 150 }, () => keys(30)).join(',')}]`)),
  text('a list of half a million wrong items', '/properties', property(`"attachments":[${fill('0,')}0]`)),
  text('a list of as many wrong items as are looked at', '/properties', property(`"attachments":[${'0,'.repeat(4900)}0]`)),
  text('a list of wrong names', '/account/api-keys', `{"scopes":[${'"x",'.repeat(4990)}"x"]}`),
  text('a list of empty objects', '/properties', property(`"attachments":[${fill('{},')}{}]`)),
  text('one field over and over', '/contacts', `{${fill('"email":"a",')}"email":"a"}`),
  text('fields with names of JavaScript', '/contacts', `{"__proto__":${keys(4000)},"constructor":{"prototype":1}}`),
]; // oxfmt-ignore

const deep: HostileBody[] = [
  text('lists in lists', '/contacts', `{"title":${'['.repeat(490_000)}${']'.repeat(490_000)}}`),
  text('lists that never end', '/contacts', '['.repeat(MOST_BYTES)),
  text('objects in objects', '/contacts', `${'{"a":'.repeat(150_000)}1${'}'.repeat(150_000)}`),
  text('as many levels as are taken', '/contacts', `{"title":${'['.repeat(99)}${']'.repeat(99)}}`),
];

const long: HostileBody[] = [
  text('an address of a megabyte', '/contacts', `{"email":"${fill('a')}"}`),
  text('an address of labels', '/contacts', `{"email":"a@${fill('a-.')}"}`),
  text('a name of at signs', '/contacts', `{"lastName":"${fill('@.')}"}`),
  text('a name of a field of a megabyte', '/contacts', `{"${fill('a')}":1}`),
  text('a number of a million digits', '/properties', `{"a":${fill('9')}}`),
  text('a text of escapes', '/contacts', `{"lastName":"${fill('\\u0000')}"}`),
  text('a text of quotes that are escaped', '/contacts', `{"lastName":"${fill('\\"')}"}`),
  text('a text of backslashes that never ends', '/contacts', `{"lastName":"${fill('\\')}`),
  text('white space', '/contacts', fill(' ')),
  text('more bytes than are taken', '/contacts', `{"lastName":"${'a'.repeat(1_000_001)}"}`, 413),
];

const encodings: HostileBody[] = [
  { name: 'ISO-8859-1 without a word about it', path: '/contacts', body: Buffer.from(CONTACT, 'latin1'), status: 400 },
  { name: 'UTF-16 without a word about it', path: '/contacts', body: Buffer.from(CONTACT, 'utf16le'), status: 400 },
  { name: 'bytes that are no text', path: '/contacts', body: Buffer.alloc(MOST_BYTES, 0xff), status: 400 },
  { name: 'gzip without a word about it', path: '/contacts', body: gzipSync(CONTACT), status: 400 },
  ...['utf-16', 'iso-8859-1', 'utf-7'].map((charset) => ({
    ...text(`the charset ${charset}`, '/contacts', CONTACT, 415),
    headers: [`Content-Type: application/json; charset=${charset}`],
  })),
  { ...text('an encoding that nobody knows', '/contacts', CONTACT, 415), headers: ['Content-Encoding: zip'] },
  { ...text('no gzip where gzip is announced', '/contacts', CONTACT), headers: ['Content-Encoding: gzip'] },
]; // oxfmt-ignore

const bombs: HostileBody[] = [
  { name: 'gzip', pack: gzipSync, encoding: 'gzip' },
  { name: 'deflate', pack: deflateSync, encoding: 'deflate' },
  { name: 'brotli', pack: (bytes: Buffer) => brotliCompressSync(bytes), encoding: 'br' },
].flatMap(({ name, pack, encoding }) => {
  const headers = [`Content-Encoding: ${encoding}`];
  const path = '/contacts';
  return [
    { name: `100 MB in ${name}`, path, headers, body: pack(ZEROS), status: 413 },
    { name: `wide JSON in ${name}`, path, headers, body: pack(WIDE.body), status: 400 },
    { name: `half of ${name}`, path, headers, body: pack(WIDE.body).subarray(0, 1000), status: 400 },
  ];
});

const framings: HostileBody[] = [
  { name: 'a byte a chunk', path: '/contacts', body: chunked(WIDE.body.toString().slice(0, 50_000), 1), status: 400, framing: 'Transfer-Encoding: chunked' },
  { name: 'chunks beyond the limit', path: '/contacts', body: chunked('a'.repeat(2_000_000), 10_000), status: 413, framing: 'Transfer-Encoding: chunked' },
  { name: 'a chunk that is no chunk', path: '/contacts', body: Buffer.from('xyz\r\n'), status: 400, framing: 'Transfer-Encoding: chunked' },
  { name: 'an endless chunk extension', path: '/contacts', body: Buffer.from(`1;${'a'.repeat(100_000)}\r\n`), status: 400, framing: 'Transfer-Encoding: chunked' },
  { name: 'two lengths', path: '/contacts', body: Buffer.from(CONTACT), status: 400, framing: 'Content-Length: 1\r\nContent-Length: 2' },
  { name: 'a length and chunks', path: '/contacts', body: chunked(CONTACT, 10), status: 400, framing: 'Content-Length: 5\r\nTransfer-Encoding: chunked' },
  { name: 'a length that no number holds', path: '/contacts', body: Buffer.from(CONTACT), status: 413, framing: 'Content-Length: 9007199254740993' },
  { name: 'less than was announced', path: '/contacts', body: Buffer.from(CONTACT), status: 400, framing: 'Content-Length: 5000', isCut: true },
  { name: 'an end in the middle of a chunk', path: '/contacts', body: Buffer.from('ffff\r\n{"a":'), status: 400, framing: 'Transfer-Encoding: chunked', isCut: true },
]; // oxfmt-ignore

export const HOSTILE_BODIES = { wide, deep, long, encodings, bombs, framings };
