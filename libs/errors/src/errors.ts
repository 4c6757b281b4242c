/** The kinds of expected errors, by what the caller can do next. Every translation table uses them as keys. */
export type ErrorKind = 'invalid-input' | 'not-allowed' | 'not-found' | 'conflict' | 'unavailable';

/** One rule that a field of an input violates; `path` is dotted (`fields.address.city`, `attachments.3.url`). */
export interface Problem {
  path: string;
  message: string;
  code: string;
}

export interface ErrorOptions {
  /** A stable code in kebab-case; part of the API. */
  code?: string;
  /** Details for the log, never shown to a caller. */
  details?: Record<string, unknown>;
  cause?: unknown;
}

/** The base of the five expected kinds; anything else that is thrown is an internal error. `message` is safe for the caller. */
export abstract class ServiceError extends Error {
  abstract readonly kind: ErrorKind;
  readonly code: string;
  readonly details: Record<string, unknown>;

  protected constructor(message: string, fallbackCode: string, options: ErrorOptions) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = options.code ?? fallbackCode;
    this.details = options.details ?? {};
  }
}

/** The input is invalid: a retry can never succeed. */
export class InvalidInput extends ServiceError {
  override readonly name = 'InvalidInput';
  readonly kind = 'invalid-input';
  readonly problems: readonly Problem[];

  constructor(message: string, options: ErrorOptions & { problems?: readonly Problem[] } = {}) {
    super(message, 'invalid-input', options);
    this.problems = options.problems ?? [];
  }
}

/** The caller may not do this; `reason` distinguishes a missing identity from a missing right. */
export class NotAllowed extends ServiceError {
  override readonly name = 'NotAllowed';
  readonly kind = 'not-allowed';
  readonly reason: 'unauthenticated' | 'forbidden';

  constructor(message: string, options: ErrorOptions & { reason?: 'unauthenticated' | 'forbidden' } = {}) {
    super(message, 'not-allowed', options);
    this.reason = options.reason ?? 'forbidden';
  }
}

/** The resource does not exist, or not yet. */
export class NotFound extends ServiceError {
  override readonly name = 'NotFound';
  readonly kind = 'not-found';

  constructor(message: string, options: ErrorOptions = {}) {
    super(message, 'not-found', options);
  }
}

/** The resource has been changed by someone else. */
export class Conflict extends ServiceError {
  override readonly name = 'Conflict';
  readonly kind = 'conflict';

  constructor(message: string, options: ErrorOptions = {}) {
    super(message, 'conflict', options);
  }
}

/** A dependency is unavailable. */
export class Unavailable extends ServiceError {
  override readonly name = 'Unavailable';
  readonly kind = 'unavailable';
  readonly retryAfterMs: number;

  constructor(message: string, options: ErrorOptions & { retryAfterMs?: number } = {}) {
    super(message, 'unavailable', options);
    this.retryAfterMs = options.retryAfterMs ?? 1000;
  }
}

/** True if the error only reports that a signal was aborted, as in a shutdown. */
export const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError';
