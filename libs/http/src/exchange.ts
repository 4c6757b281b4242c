import type { Request, Response } from 'express';
import { ServiceError } from '@estate/errors';
import type { Logger, Metrics, SpanAbout } from '@estate/observability';
import { isRequestId, newRequestId, withTrace } from '@estate/observability';
import { METRICS } from './metrics.ts';
import { corsFor } from './cors.ts';
import { HttpRefusal, problem, refusal } from './problem.ts';
import type { HttpAnswer, HttpHead } from './route.ts';
import { securityHeaders } from './security-headers.ts';
import { opened, writeAnswer } from './write-answer.ts';
import type { OpenAnswer } from './write-answer.ts';

/** The maximum length of addresses; longer ones are refused before routing. */
const URL_LENGTH_MAX = 8000;

export interface ExchangeOptions {
  log: Logger;
  metrics: Metrics;
  /** Checks every request first, whatever its path; a thrown error becomes the response. */
  prelude?: (head: HttpHead) => void;
  /** The origins whose pages may read responses. */
  corsOrigins?: readonly string[];
  /** Called with every request after its response was sent. It must not throw. */
  onAnswered?: (answered: AnsweredRequest) => void;
  /** True if the server is about to end, so that connections should, too. */
  isClosing: () => boolean;
}

/** A request and its result. */
export interface AnsweredRequest {
  head: HttpHead;
  /** The path in the routing table. */
  route: string;
  status: number;
  /** The code of an error. */
  code?: string;
  durationMs: number;
}

export interface Arrival {
  request: Request;
  response: Response;
  /** The path in the routing table. */
  path: string;
}

/** Produces the response to a request; a thrown error becomes the response. */
export type Turn = (head: HttpHead, arrival: Arrival) => Promise<HttpAnswer>;

export type HttpExchange = (arrival: Arrival, turn: Turn) => Promise<void>;

/** Turns requests into responses: request id and trace, prelude, turn, headers, one log line, one observation. */
export function exchangeWith(options: ExchangeOptions): HttpExchange {
  const { log, isClosing } = options;
  const cors = corsFor(options.corsOrigins ?? []);
  const fixed = { 'cache-control': 'no-store', ...securityHeaders() };
  const report = reporter(options);
  return async (arrival, turn) => {
    const startedAtMs = performance.now();
    const { request, response } = arrival;
    const given = request.headers['x-request-id'];
    const requestId = isRequestId(given) ? given : newRequestId();
    const traceparent = request.headers['traceparent'];
    const start = {
      requestId,
      ...(typeof traceparent === 'string' && { traceparent }),
      span: spanOf(arrival),
    };
    await withTrace(start, async (span) => {
      const answerHeaders = { ...fixed, ...cors(request.headers), 'x-request-id': requestId };
      const head = headOf(request, requestId, answerHeaders);
      const answer = await answerTo(head, { arrival, turn }, options);
      if (isClosing()) head.answerHeaders['connection'] = 'close';
      const { status, sent } = writeAnswer(response, answer, head.answerHeaders);
      span.note({ 'http.response.status_code': status });
      if (status >= 500) span.fail(String(status));
      const code = errorCodeOf(answer);
      const outcome = { status, ...(code !== undefined && { code }) };
      report({ head, route: arrival.path, ...outcome, durationMs: performance.now() - startedAtMs });
      const broken = await sent;
      if (broken !== undefined && !isCallersEnd(broken)) {
        log.warn({ method: head.method, route: arrival.path, status, err: broken }, 'http.response.cut');
      }
    });
  };
}

/** The notes for the log, without names of people. */
function loggedOf({ notes: { actor, ...known } }: HttpHead): object {
  return { ...known, ...(actor && { actor: { kind: actor.kind, id: actor.id } }) };
}

const spanOf = ({ request: { method }, path }: Arrival): SpanAbout => ({
  name: `${method} ${path}`,
  kind: 'server',
  attributes: { 'http.request.method': method, 'http.route': path },
});

/** Reports each request with one observation and one log line. */
function reporter({ metrics, log, onAnswered }: ExchangeOptions) {
  const durations = metrics.histogram(METRICS.http_server_request_duration_seconds);
  return (answered: AnsweredRequest) => {
    const { head, route, status, code } = answered;
    const { method } = head;
    const statusClass = `${String(Math.floor(status / 100))}xx`;
    const { waitedMs = 0 } = head.notes;
    durations.observe(
      { route, method, status_class: statusClass },
      Math.max(0, answered.durationMs - waitedMs) / 1000,
    );
    const durationMs = Math.round(answered.durationMs * 10) / 10;
    const outcome = { status, ...(code !== undefined && { code }), durationMs };
    log.info({ method, route, ...outcome, ...loggedOf(head) }, 'http.request');
    onAnswered?.({ ...answered, durationMs });
  };
}

const headOf = (request: Request, requestId: string, answerHeaders: Record<string, string>): HttpHead => ({
  method: request.method,
  url: request.originalUrl,
  params: request.params as Record<string, string>,
  query: request.query,
  headers: request.headers,
  requestId,
  address: request.ip ?? '',
  answerHeaders,
  notes: {},
});

async function answerTo(
  head: HttpHead,
  { arrival, turn }: { arrival: Arrival; turn: Turn },
  { log, prelude }: ExchangeOptions,
): Promise<OpenAnswer> {
  try {
    prelude?.(head);
    if (head.url.length > URL_LENGTH_MAX) throw urlTooLong;
    return await opened(arrival.response, await turn(head, arrival));
  } catch (error) {
    if (!(error instanceof ServiceError) && !(error instanceof HttpRefusal)) {
      log.error({ err: error, route: arrival.path }, 'http.request.failed');
    }
    return problem(error, head.requestId);
  }
}

/** True if the caller closed the connection before the end of the file. */
const isCallersEnd = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';

const urlTooLong = refusal(
  414,
  'url-too-long',
  `The URL is longer than ${String(URL_LENGTH_MAX)} characters.`,
);

/** The code of an error answer, also of one that was stored as text. */
function errorCodeOf({ status, body, raw }: HttpAnswer): string | undefined {
  if (status < 400) return undefined;
  const isJson = raw?.mediaType.startsWith('application/json') === true;
  const error: unknown = isJson ? JSON.parse(raw.body.toString()) : body;
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}
