import { hash } from 'node:crypto';
import { InvalidInput } from '@estate/errors';
import type { HttpRequest } from '@estate/http';

const VISIBLE = /^[\x21-\x7e]{1,255}$/;

/** The key of a call that must not happen twice; quotes around it are ignored. @throws InvalidInput */
export function idempotencyKey({ headers }: HttpRequest): string | undefined {
  const given = headers['idempotency-key'];
  if (given === undefined) return undefined;
  const key = String(given).replace(/^"(.*)"$/, '$1');
  if (VISIBLE.test(key)) return key;
  throw new InvalidInput('The header Idempotency-Key must have 1 to 255 visible ASCII characters.', {
    code: 'idempotency-key-malformed',
  });
}

/** The name of a call by account and key; the operator's keys have a separate namespace. */
export const callId = (accountId: string, key: string): string =>
  `${accountId === '' ? 'operator' : accountId}:${hash('sha256', key)}`;

/** A hash that is equal for equal requests; of an upload, which has not arrived yet, only the length counts. */
export const requestHash = ({ method, url, body, upload, headers }: HttpRequest): string =>
  hash('sha256', `${method} ${url}\n${upload ? lengthOf(headers) : bodyText(body)}`);

const bodyText = (body: unknown): string => (body === undefined ? '' : JSON.stringify(body));

const lengthOf = ({ 'content-length': length }: HttpRequest['headers']): string => length ?? '';
