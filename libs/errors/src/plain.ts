import { Conflict, InvalidInput, NotAllowed, NotFound, ServiceError, Unavailable } from './errors.ts';
import type { ErrorKind, Problem } from './errors.ts';

/** An error as data, for a reply that crosses a process; carries nothing that is not meant for the caller. */
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

/** The error that `toPlain` described; an internal error becomes a plain Error. */
export function fromPlain(plain: PlainError): Error {
  const { code, message } = plain;
  switch (plain.kind) {
    case 'invalid-input':
      return new InvalidInput(message, { code, ...(plain.problems && { problems: plain.problems }) });
    case 'not-allowed':
      return new NotAllowed(message, { code, ...(plain.reason && { reason: plain.reason }) });
    case 'not-found':
      return new NotFound(message, { code });
    case 'conflict':
      return new Conflict(message, { code });
    case 'unavailable':
      return new Unavailable(message, {
        code,
        ...(plain.retryAfterMs && { retryAfterMs: plain.retryAfterMs }),
      });
    case 'internal':
      return new Error(message);
  }
}
