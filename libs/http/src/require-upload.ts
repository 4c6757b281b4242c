import type { IncomingMessage } from 'node:http';
import { refusal } from './problem.ts';

/** Refuses a body of another type, and one that is compressed or in several parts. @throws HttpRefusal */
export function requireUpload({ headers }: IncomingMessage, mediaTypes: readonly string[]): void {
  const type = (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const encoding = headers['content-encoding'] ?? 'identity';
  if (mediaTypes.includes(type) && encoding === 'identity') return;
  throw refusal(
    415,
    'unsupported-media-type',
    `The body must be the file itself, not compressed and not multipart, with one of these values of Content-Type: ${mediaTypes.join(', ')}.`,
  );
}
