import { retryAfterMs } from '@estate/contracts/retry-after';
import { ApiError } from './errors.ts';
import type { FieldError } from './errors.ts';

/** An answer that was read to its end. */
export interface Answer {
  status: number;
  headers: Headers;
  text: string;
}

/** The answer's body. @throws ApiError when it is not the JSON that was promised */
export function jsonOf(answer: Answer): unknown {
  try {
    return JSON.parse(answer.text);
  } catch {
    throw unreadable(answer);
  }
}

/** The error that an answer of status 400 or more stands for. */
export function errorOf(answer: Answer): ApiError {
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

function bodyOf({ text }: Answer): ErrorBody | undefined {
  try {
    const body = JSON.parse(text) as Partial<ErrorBody> | null;
    const readable = typeof body?.error === 'string' && typeof body.message === 'string';
    return readable ? (body as ErrorBody) : undefined;
  } catch {
    return undefined;
  }
}

/** Something between the caller and the service answered, a proxy for example. */
export const unreadable = ({ status, headers, text }: Answer): ApiError =>
  new ApiError({
    status,
    error: 'Unreadable Answer',
    message: `The answer with status ${String(status)} was not one of the service: ${text.slice(0, 200)}`,
    code: 'unreadable-answer',
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfterMs: retryAfterMs(headers.get('retry-after'), new Date()),
  });
