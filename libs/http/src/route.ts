import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { Actor } from '@estate/contracts';

/** What a request is about; written to its log line, but without the name of the actor. */
export interface RequestNotes {
  accountId?: string;
  actor?: Actor;
  resourceIds?: readonly string[];
  /** How long the answer waited because the caller asked for that. */
  waitedMs?: number;
}

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
  /** What is known of the request beyond HTTP, filled in by its route. */
  notes: RequestNotes;
}

export interface HttpRequest extends HttpHead {
  /** Parsed JSON; undefined when nothing was sent, and for an upload. */
  body: unknown;
  /** The body of an upload as it arrives; its route reads it. */
  upload?: Readable;
}

/** A body that is sent while it is read, so that the server never holds all of it. */
export interface SentFile {
  mediaType: string;
  /** Unknown for what is made while it is sent; its end shows whether all of it arrived. */
  size?: number;
  /** Called only when the body is sent: not for a HEAD or a 304. */
  open(): Promise<Readable>;
}

export interface HttpAnswer {
  status: number;
  /** Sent as JSON, unless `raw` is given. */
  body?: unknown;
  raw?: { mediaType: string; body: string | Buffer };
  /** Sent in the place of a body. */
  file?: SentFile;
  /** Names in lower case. With an `etag`, a caller that has the same already gets a 304. */
  headers?: Record<string, string>;
  /** The status stands: another server has read the headers of the request. */
  isFinal?: true;
  /** Each becomes a `set-cookie`, of which an answer may have several. */
  cookies?: readonly string[];
}

export interface HttpRoute {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** `/properties/{id}` */
  path: string;
  /** The media types of a body that is read while it arrives, in the place of JSON. */
  uploads?: readonly string[] | undefined;
  admit(head: HttpHead): Promise<unknown>;
  handle(request: HttpRequest, caller: unknown): Promise<HttpAnswer>;
}

/** A route whose caller is admitted before its body is read. */
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
