import type { Request } from 'express';
import { refusal } from './problem.ts';

/** Refuses a request that does not accept the media type of its response; an error is always JSON. */
export function requireAcceptable(request: Request, mediaType = 'application/json'): void {
  const { accept } = request.headers;
  if (accept === undefined || accept.includes('*/*')) return;
  const [type = mediaType] = mediaType.split(';');
  if (request.accepts(type) !== false) return;
  throw refusal(
    406,
    'not-acceptable',
    `The response has the type ${type}, which the header Accept does not allow.`,
  );
}
