import { retryAfterMs } from '@estate/contracts/retry-after';
import { ApiError } from './errors.ts';
import type { FieldError } from './errors.ts';

/** A complete response. */
export interface ApiResponse {
  status: number;
  headers: Headers;
  text: string;
}

/** The body of the response. @throws ApiError if it is not JSON of the expected form */
export function jsonOf(answer: ApiResponse): unknown {
  try {
    return JSON.parse(answer.text);
  } catch {
    throw unreadable(answer);
  }
}

/** The error that an answer of status 400 or more stands for. */
export function errorOf(answer: ApiResponse): ApiError {
  const body = bodyOf(answer);
  if (body === undefined) return unreadable(answer);
  const { status, headers } = answer;
  return new ApiError({
    status,
    error: body.error,
    message: body.message,
    code: typeof body.code === 'string' ? body.code : 'unknown',
    requestId: body.requestId ?? headers.get('x-request-id') ?? undefined,
    details: body.details,
    retryAfterMs: retryAfterMs(headers.get('retry-after'), new Date()),
  });
}

interface ErrorBody {
  error: string;
  message: string;
  code?: string;
  requestId?: string;
  details?: FieldError[];
}

function bodyOf({ text }: ApiResponse): ErrorBody | undefined {
  try {
    const body = JSON.parse(text) as Partial<ErrorBody> | null;
    const readable = typeof body?.error === 'string' && typeof body.message === 'string';
    return readable ? (body as ErrorBody) : undefined;
  } catch {
    return undefined;
  }
}

/** The response does not come from the service but, for example, from a proxy. */
export const unreadable = ({ status, headers, text }: ApiResponse): ApiError =>
  new ApiError({
    status,
    error: 'Unreadable Answer',
    message: `The response with the status ${String(status)} did not come from the service: ${text.slice(0, 200)}`,
    code: 'unreadable-answer',
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfterMs: retryAfterMs(headers.get('retry-after'), new Date()),
  });
