import { gzipSync } from 'node:zlib';
import type { HttpAnswer, HttpRoute } from '@estate/http';
import { etagOf } from '@estate/messaging';
import { openRoute } from '../edge/routing/open-route.ts';
import { sendFile } from '../edge/pages/static-file.ts';
import type { StaticFile } from '../edge/pages/static-file.ts';

/** Allows only files and calls of this service, and nothing inline. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** A route for a file that is generated on the first request. */
export function fileRoute(path: string, make: () => Required<StaticFile>): HttpRoute {
  const file = once((_: string) => make());
  return openRoute(path, (request) => answerOf(file(path), request));
}

export function answerOf(file: Required<StaticFile>, request: Parameters<typeof sendFile>[1]): HttpAnswer {
  const etag = `W/${etagOf(file.plain.toString('base64'))}`;
  return sendFile(file, request, { etag, 'cache-control': 'no-cache', 'content-security-policy': POLICY });
}

export function textFile(mediaType: string, text: string): Required<StaticFile> {
  const plain = Buffer.from(text);
  return { mediaType: `${mediaType}; charset=utf-8`, plain, packed: { gzip: gzipSync(plain) } };
}

/** Caches what is made on the first use. */
export function once<K extends string, T>(make: (key: K) => T): (key: K) => T {
  const kept = new Map<K, T>();
  return (key) => {
    const present = kept.get(key);
    if (present !== undefined) return present;
    const value = make(key);
    kept.set(key, value);
    return value;
  };
}
