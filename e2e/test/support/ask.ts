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
  /** A body that is a file. */
  file?: { type: string; content: string };
  headers?: Record<string, string>;
}

/** One plain request with any headers; refusals are answers, not errors. */
export async function ask(
  url: string,
  { method = 'GET', key, body, file, headers }: Question = {},
): Promise<Reply> {
  const response = await documentedFetch(url, {
    method,
    redirect: 'manual',
    headers: {
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(file && { 'content-type': file.type }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(file && { body: file.content }),
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
