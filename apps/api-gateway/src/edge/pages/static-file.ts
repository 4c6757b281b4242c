import { existsSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import type { HttpAnswer, HttpHead } from '@estate/http';

/** The codings of compressed files, the smallest one first. */
const CODINGS = ['br', 'gzip'] as const;
type Coding = (typeof CODINGS)[number];

/** A file of a web page, ready to be sent. */
export interface StaticFile {
  mediaType: string;
  plain: Buffer;
  /** The file in each available coding; a file that is generated for each request has none. */
  packed?: Partial<Record<Coding, Buffer>>;
}

const MEDIA_TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.json': 'application/json; charset=utf-8',
};

/** The file extensions of compressed files. */
const ENDINGS: Record<Coding, string> = { br: '.br', gzip: '.gz' };

export const isPacked = (path: string): boolean => Object.values(ENDINGS).includes(extname(path));

/** Reads a file and its compressed versions. */
export function loadFile(path: string): Required<StaticFile> {
  const mediaType = MEDIA_TYPES[extname(path)] ?? 'application/octet-stream';
  const present = CODINGS.filter((coding) => existsSync(path + ENDINGS[coding]));
  const packed = Object.fromEntries(present.map((coding) => [coding, readFileSync(path + ENDINGS[coding])]));
  return { plain: readFileSync(path), packed, mediaType };
}

export function sendFile(
  { mediaType, plain, packed }: StaticFile,
  { headers: asked }: HttpHead,
  headers: Record<string, string>,
): HttpAnswer {
  const coding = CODINGS.find((one) => packed?.[one] && accepts(asked['accept-encoding'], one));
  const compressed = coding && packed?.[coding];
  return {
    status: 200,
    raw: { mediaType, body: compressed ?? plain },
    headers: { vary: 'accept-encoding', ...headers, ...(compressed && { 'content-encoding': coding }) },
  };
}

/** True if `Accept-Encoding` names the coding with a weight above 0. Browsers name what they accept, so `*` is ignored. */
function accepts(header: string | string[] | undefined, coding: Coding): boolean {
  return String(header ?? '')
    .toLowerCase()
    .split(',')
    .some((one) => {
      const [name, ...parameters] = one.split(';').map((part) => part.trim());
      return name === coding && !parameters.some((part) => /^q\s*=\s*0(?:\.0*)?$/.test(part));
    });
}
