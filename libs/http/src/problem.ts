import { STATUS_CODES } from 'node:http';
import { Conflict, InvalidInput, NotAllowed, NotFound, ServiceError, Unavailable } from '@estate/errors';
import type { Problem } from '@estate/errors';

/** The common format of error responses. */
export interface ErrorBody {
  error: string;
  message: string;
  statusCode: number;
  code: string;
  requestId: string;
  details?: readonly Problem[];
}

export interface ProblemAnswer {
  status: number;
  body: ErrorBody;
  headers: Record<string, string>;
}

/** A refusal at the level of HTTP: unknown path, wrong method, wrong or too large body, too many requests. */
export class HttpRefusal extends Error {
  override readonly name = 'HttpRefusal';
  readonly status: 400 | 404 | 405 | 406 | 408 | 409 | 413 | 414 | 415 | 416 | 422 | 429 | 431;
  readonly code: string;
  readonly headers: Record<string, string>;

  constructor(refusal: {
    status: HttpRefusal['status'];
    code: string;
    message: string;
    headers?: Record<string, string>;
  }) {
    super(refusal.message);
    this.status = refusal.status;
    this.code = refusal.code;
    this.headers = refusal.headers ?? {};
  }
}

/** A refusal without headers of its own. */
export const refusal = (status: HttpRefusal['status'], code: string, message: string): HttpRefusal =>
  new HttpRefusal({ status, code, message });

/** Maps errors to HTTP responses. An error that is not listed is an internal error: the caller sees only its request id. */
export function problem(error: unknown, requestId: string): ProblemAnswer {
  const status = statusOf(error);
  const known = error instanceof ServiceError || error instanceof HttpRefusal;
  const body: ErrorBody = {
    error: STATUS_CODES[status] ?? 'Error',
    message: known ? error.message : 'An internal error occurred. Contact support with the request id.',
    statusCode: status,
    code: known ? error.code : 'internal',
    requestId,
  };
  if (error instanceof InvalidInput && error.problems.length > 0) body.details = error.problems;
  return { status, body, headers: headersOf(error) };
}

function statusOf(error: unknown): number {
  if (error instanceof HttpRefusal) return error.status;
  if (error instanceof InvalidInput) return 400;
  if (error instanceof NotAllowed) return error.reason === 'unauthenticated' ? 401 : 403;
  if (error instanceof NotFound) return 404;
  if (error instanceof Conflict) return error.code === 'precondition-failed' ? 412 : 409;
  if (error instanceof Unavailable) return 503;
  return 500;
}

function headersOf(error: unknown): Record<string, string> {
  if (error instanceof HttpRefusal) return error.headers;
  if (error instanceof NotAllowed && error.reason === 'unauthenticated')
    return { 'www-authenticate': 'Bearer' };
  if (error instanceof Unavailable)
    return { 'retry-after': String(Math.max(1, Math.ceil(error.retryAfterMs / 1000))) };
  return {};
}
