import { InvalidInput } from '@estate/errors';
import type { HttpRequest } from '@estate/http';
import type { ApiRoute } from './api-route.ts';

const ETAGS = /^(?:\*|(?:W\/)?"[\x21\x23-\x7e]*"(?:\s*,\s*(?:W\/)?"[\x21\x23-\x7e]*")*)$/;

/** The ETags of `If-Match`, for routes that support it. @throws InvalidInput for all other routes */
export function ifMatchOf({ method, conditional }: ApiRoute, { headers }: HttpRequest): string | undefined {
  const given = headers['if-match'];
  if (given === undefined || method === 'GET') return undefined;
  if (!conditional) {
    throw new InvalidInput('This operation does not support If-Match. Leave the header out.', {
      code: 'if-match-unsupported',
    });
  }
  if (ETAGS.test(given)) return given;
  throw new InvalidInput('The header If-Match must be * or ETags in quotes, separated by commas.', {
    code: 'if-match-malformed',
  });
}
