import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { refusal } from './problem.ts';

/** The media type in lower case and without parameters; empty if none is sent. */
export const mediaTypeOf = ({ 'content-type': type = '' }: IncomingHttpHeaders): string =>
  type.split(';', 1)[0]?.trim().toLowerCase() ?? '';

/** Refuses a body of another type, and one that is compressed or multipart. @throws HttpRefusal */
export function requireUpload({ headers }: IncomingMessage, mediaTypes: readonly string[]): void {
  const encoding = headers['content-encoding'] ?? 'identity';
  if (mediaTypes.includes(mediaTypeOf(headers)) && encoding === 'identity') return;
  throw refusal(
    415,
    'unsupported-media-type',
    `The body must be the file itself, not compressed and not multipart, with one of these values of Content-Type: ${mediaTypes.join(', ')}.`,
  );
}
