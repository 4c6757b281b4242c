/** One invalid field of a request body: its path, the broken rule, and the stable code of the rule. */
export interface FieldError {
  path: string;
  message: string;
  code: string;
}

/** The API answered with an error. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** Name of the status, such as `Bad Request`. */
  readonly error: string;
  /** Stable, kebab-case. */
  readonly code: string;
  readonly requestId: string | undefined;
  readonly details: readonly FieldError[];
  /** The time to wait before a retry, in milliseconds. */
  readonly retryAfterMs: number | undefined;

  constructor(answer: ErrorAnswer) {
    super(answer.message);
    this.status = answer.status;
    this.error = answer.error;
    this.code = answer.code;
    this.requestId = answer.requestId;
    this.details = answer.details ?? [];
    this.retryAfterMs = answer.retryAfterMs;
  }
}

type ErrorAnswer = Pick<ApiError, 'status' | 'error' | 'message' | 'code' | 'requestId' | 'retryAfterMs'> & {
  details?: readonly FieldError[] | undefined;
};

/** No response arrived: the network failed, or the call took longer than `timeoutMs`. Whether the call had an effect is unknown. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  readonly code: 'connection-failed' | 'timed-out';

  constructor(code: ConnectionError['code'], message: string, cause: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/** True for an error response of the API. If a code is given, only for a response with this code. */
export const isApiError = (error: unknown, code?: string): error is ApiError =>
  error instanceof ApiError && (code === undefined || error.code === code);
