import { Conflict, InvalidInput, NotAllowed, NotFound, ServiceError, Unavailable } from './errors.ts';
import type { ErrorKind, Problem } from './errors.ts';

/** An error as data, for a reply to another process; contains only what the caller may see. */
export interface PlainError {
  kind: ErrorKind | 'internal';
  code: string;
  message: string;
  problems?: readonly Problem[];
  reason?: 'unauthenticated' | 'forbidden';
  retryAfterMs?: number;
}

export function toPlain(error: unknown): PlainError {
  if (!(error instanceof ServiceError)) {
    return { kind: 'internal', code: 'internal', message: 'An internal error occurred.' };
  }
  return {
    kind: error.kind,
    code: error.code,
    message: error.message,
    ...(error instanceof InvalidInput && { problems: error.problems }),
    ...(error instanceof NotAllowed && { reason: error.reason }),
    ...(error instanceof Unavailable && { retryAfterMs: error.retryAfterMs }),
  };
}

const CLASSES = {
  'invalid-input': InvalidInput,
  'not-allowed': NotAllowed,
  'not-found': NotFound,
  conflict: Conflict,
  unavailable: Unavailable,
};

/** The error that `toPlain` described. An internal error becomes a plain Error. */
export const fromPlain = ({ kind, message, ...options }: PlainError): Error =>
  kind === 'internal' ? new Error(message) : new CLASSES[kind](message, options);
