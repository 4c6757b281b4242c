import { hash } from 'node:crypto';
import { InvalidInput } from '@estate/errors';
import type { HttpRequest } from '@estate/http';

const VISIBLE = /^[\x21-\x7e]{1,255}$/;

/** The key of a call that is not to happen twice; quotes around it do not count. @throws InvalidInput */
export function idempotencyKey({ headers }: HttpRequest): string | undefined {
  const given = headers['idempotency-key'];
  if (given === undefined) return undefined;
  const key = String(given).replace(/^"(.*)"$/, '$1');
  if (VISIBLE.test(key)) return key;
  throw new InvalidInput('The header Idempotency-Key must have 1 to 255 visible ASCII characters.', {
    code: 'idempotency-key-malformed',
  });
}

/** Names a key of an account; the operator's keys are a space of their own. */
export const callId = (accountId: string, key: string): string =>
  `${accountId === '' ? 'operator' : accountId}:${hash('sha256', key)}`;

/** The same for two requests that ask the same; of an upload, which has not arrived yet, only the length counts. */
export const requestHash = ({ method, url, body, upload, headers }: HttpRequest): string =>
  hash('sha256', `${method} ${url}\n${upload ? lengthOf(headers) : bodyText(body)}`);

const bodyText = (body: unknown): string => (body === undefined ? '' : JSON.stringify(body));

const lengthOf = ({ 'content-length': length }: HttpRequest['headers']): string => length ?? '';
