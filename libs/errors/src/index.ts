export {
  Conflict,
  InvalidInput,
  NotAllowed,
  NotFound,
  ServiceError,
  Unavailable,
  isAbort,
} from './errors.ts';
export type { ErrorKind, ErrorOptions, Problem } from './errors.ts';
export { found } from './found.ts';
export { fromPlain, toPlain } from './plain.ts';
export type { PlainError } from './plain.ts';
export { refusal, refusalOf, requireNone, sentenceOf } from './refusal.ts';
