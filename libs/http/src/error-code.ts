import type { HttpAnswer } from './route.ts';

/** The code of an error response, even of one that was stored as text. */
export function errorCodeOf({ status, body, raw }: HttpAnswer): string | undefined {
  if (status < 400) return undefined;
  const isJson = raw?.mediaType.startsWith('application/json') === true;
  const error: unknown = isJson ? JSON.parse(raw.body.toString()) : body;
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}
