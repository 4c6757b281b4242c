import type { IncomingHttpHeaders } from 'node:http';

/** A request before its body is read. */
export interface HttpHead {
  method: string;
  /** Path and query as they were sent. */
  url: string;
  params: Record<string, string>;
  /** Names that appear more than once hold an array. */
  query: Record<string, unknown>;
  headers: IncomingHttpHeaders;
  requestId: string;
  /** Of the caller, as the nearest proxy that is trusted tells it. */
  address: string;
  /** Sent with whatever the answer is, a refusal included; names in lower case. */
  answerHeaders: Record<string, string>;
}

export interface HttpRequest extends HttpHead {
  /** Parsed JSON; undefined when nothing was sent. */
  body: unknown;
}

export interface HttpAnswer {
  status: number;
  /** Sent as JSON, unless `raw` is given. */
  body?: unknown;
  raw?: { mediaType: string; body: string | Buffer };
  /** Names in lower case. With an `etag`, a caller that has the same already gets a 304. */
  headers?: Record<string, string>;
}

export interface HttpRoute {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** `/properties/{id}` */
  path: string;
  admit(head: HttpHead): Promise<unknown>;
  handle(request: HttpRequest, caller: unknown): Promise<HttpAnswer>;
}

/** A route whose caller is admitted before its body is read. */
export function route<C>(parts: {
  method: HttpRoute['method'];
  path: string;
  admit: (head: HttpHead) => Promise<C>;
  handle: (request: HttpRequest, caller: C) => Promise<HttpAnswer>;
}): HttpRoute {
  const { method, path, admit, handle } = parts;
  return { method, path, admit, handle: (request, caller) => handle(request, caller as C) };
}
