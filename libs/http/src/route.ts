import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { Actor } from '@estate/contracts';

/** The subject of a request, for its log line without the name of the actor. */
export interface RequestNotes {
  accountId?: string;
  actor?: Actor;
  resourceIds?: readonly string[];
  /** The time that the response waited because the caller asked for that. */
  waitedMs?: number;
}

/** A request before its body is read. */
export interface HttpHead {
  method: string;
  /** The path and query as they were sent. */
  url: string;
  params: Record<string, string>;
  /** The parameters; names that appear more than once have an array. */
  query: Record<string, unknown>;
  headers: IncomingHttpHeaders;
  requestId: string;
  /** The address of the caller, according to the nearest trusted proxy. */
  address: string;
  /** Headers of every response, including refusals; names in lower case. */
  answerHeaders: Record<string, string>;
  /** Facts about the request beyond HTTP, filled in by its route. */
  notes: RequestNotes;
}

export interface HttpRequest extends HttpHead {
  /** The parsed JSON; undefined without a body, and for an upload. */
  body: unknown;
  /** The body of an upload, which its route reads as it arrives. */
  upload?: Readable;
}

/** A body that is streamed, so that the server never holds all of it. */
export interface SentFile {
  mediaType: string;
  /** Undefined for content that is generated while it is sent; its end shows whether all of it arrived. */
  size?: number;
  /** Called only if the body is sent: not for a HEAD or a 304. */
  open(): Promise<Readable>;
}

export interface HttpAnswer {
  status: number;
  /** Sent as JSON, unless `raw` is given. */
  body?: unknown;
  raw?: { mediaType: string; body: string | Buffer };
  /** Sent in place of a body. */
  file?: SentFile;
  /** Names in lower case. With an `etag`, a caller with the same version gets a 304. */
  headers?: Record<string, string>;
  /** True if the status must not become a 304: another server has evaluated the conditional headers. */
  isFinal?: true;
  /** The values of `set-cookie` headers. */
  cookies?: readonly string[];
}

export interface HttpRoute {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** The path, such as `/properties/{id}`. */
  path: string;
  /** The media types of a body that is read while it arrives, instead of JSON. */
  uploads?: readonly string[] | undefined;
  admit(head: HttpHead): Promise<unknown>;
  handle(request: HttpRequest, caller: unknown): Promise<HttpAnswer>;
}

/** A route that authorizes its caller before the body is read. */
export function route<C>(parts: {
  method: HttpRoute['method'];
  path: string;
  uploads?: readonly string[] | undefined;
  admit: (head: HttpHead) => Promise<C>;
  handle: (request: HttpRequest, caller: C) => Promise<HttpAnswer>;
}): HttpRoute {
  const { method, path, uploads, admit, handle } = parts;
  return { method, path, uploads, admit, handle: (request, caller) => handle(request, caller as C) };
}
