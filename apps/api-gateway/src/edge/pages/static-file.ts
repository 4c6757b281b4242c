import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { HttpAnswer, HttpHead } from '@estate/http';

/** A file of a web page, ready to be sent. */
export interface StaticFile {
  mediaType: string;
  plain: Buffer;
  /** Compressed with gzip; a file that is made for each request has none. */
  packed?: Buffer;
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

export function loadFile(path: string): Required<StaticFile> {
  const plain = readFileSync(path);
  const mediaType = MEDIA_TYPES[extname(path)] ?? 'application/octet-stream';
  return { plain, packed: gzipSync(plain), mediaType };
}

export function sendFile(
  { mediaType, plain, packed }: StaticFile,
  { headers: asked }: HttpHead,
  headers: Record<string, string>,
): HttpAnswer {
  const compressed = /\bgzip\b/.test(asked['accept-encoding'] ?? '') ? packed : undefined;
  return {
    status: 200,
    raw: { mediaType, body: compressed ?? plain },
    headers: { vary: 'accept-encoding', ...headers, ...(compressed && { 'content-encoding': 'gzip' }) },
  };
}
