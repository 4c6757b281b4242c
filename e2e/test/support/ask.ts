import { documentedFetch } from './documented-answers.ts';

/** What came back; `body` is {} where there was none. */
export interface Reply {
  status: number;
  headers: Headers;
  text: string;
  body: Record<string, unknown>;
}

export interface Question {
  method?: string;
  key?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/** One plain request with any headers; refusals are answers, not errors. */
export async function ask(
  url: string,
  { method = 'GET', key, body, headers }: Question = {},
): Promise<Reply> {
  const response = await documentedFetch(url, {
    method,
    redirect: 'manual',
    headers: {
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const json = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: json ? (JSON.parse(text) as Record<string, unknown>) : {},
  };
}
