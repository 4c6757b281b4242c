import type { ErrorBody } from '@estate/contracts';
import { documentedFetch } from './documented-answers.ts';

export interface Answer {
  status: number;
  body: ErrorBody;
}

export interface Call {
  url: string;
  method: string;
  key?: string;
  /** Sent as it is when a text, as JSON otherwise. */
  body?: unknown;
}

/** One plain request; refusals are answers, not errors. */
export async function call({ url, method, key, body }: Call): Promise<Answer> {
  const response = await documentedFetch(url, {
    method,
    headers: {
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as ErrorBody };
}
