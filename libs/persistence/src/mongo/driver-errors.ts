import { Unavailable } from '@estate/errors';
import {
  MongoBulkWriteError,
  MongoClientClosedError,
  MongoError,
  MongoNetworkError,
  MongoNotConnectedError,
  MongoOperationTimeoutError,
  MongoServerError,
  MongoServerSelectionError,
  MongoTopologyClosedError,
} from 'mongodb';

const RETRY_AFTER_MS = 2000;

const AWAY = [
  MongoNetworkError,
  MongoServerSelectionError,
  MongoOperationTimeoutError,
  MongoTopologyClosedError,
  MongoNotConnectedError,
  MongoClientClosedError,
];
const AWAY_NAMES = new Set(['MongoWaitQueueTimeoutError', 'MongoPoolClosedError', 'MongoServerClosedError']);

/**
 * Server codes: host unreachable or not found, timeouts, not primary, stepping down, shutting down, disk full,
 * interrupted.
 */
const AWAY_CODES = new Set<unknown>([
  6, 7, 50, 63, 64, 89, 91, 133, 150, 189, 202, 234, 262, 317, 358, 384, 9001, 10058, 10107, 11600, 11602,
  13388, 13435, 13436, 14031,
]);

const DUPLICATE_KEY = 11000;

/** Codes of a socket or a DNS look-up if the other side cannot be reached or has closed the connection. */
const NETWORK_CODES = new Set<unknown>([
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'ENOTCONN',
  'ENOTFOUND',
  'EPIPE',
  'ESERVFAIL',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_WRITE_AFTER_END',
  'ETIMEDOUT',
  'ETIMEOUT',
]);

/** The driver's labels of retryable errors. */
const RETRYABLE_LABELS = ['RetryableWriteError', 'RetryableError', 'SystemOverloadedError'];

/**
 * True for a network error that is not wrapped yet. `WakingConnection` wraps the errors of its socket, so that the driver treats them as
 * network errors; this handles the driver's other connections. An error with its own name comes from another library and concerns another
 * connection.
 */
const isRawNetworkError = (error: unknown): boolean =>
  error instanceof Error && error.name === 'Error' && 'code' in error && NETWORK_CODES.has(error.code);

function isAway(error: unknown): boolean {
  if (error instanceof MongoBulkWriteError && ofMany(error).some(isAway)) return true;
  if (!(error instanceof MongoError)) return isRawNetworkError(error);
  if (AWAY.some((kind) => error instanceof kind) || AWAY_NAMES.has(error.name)) return true;
  if (RETRYABLE_LABELS.some((label) => error.hasErrorLabel(label))) return true;
  return error instanceof MongoServerError && AWAY_CODES.has(error.code);
}

/** The errors within an error of many writes: the one of the command, those of each write, and those of all of them. */
const ofMany = ({ errorResponse, writeErrors, err }: MongoBulkWriteError): unknown[] => [
  errorResponse,
  ...[writeErrors, err ?? []]
    .flat()
    .map(({ code = 0, errmsg = '' }) => new MongoServerError({ code, errmsg })),
];

/**
 * Translates the driver's errors for "the store is unavailable" and "abandoned for another write" to Unavailable (code
 * `store-unavailable`); returns every other one unchanged.
 */
export function toServiceError(error: unknown): unknown {
  if (!isAway(error) && !isWriteConflict(error)) return error;
  return new Unavailable('The database is unavailable. Try again in a few seconds.', {
    code: 'store-unavailable',
    retryAfterMs: RETRY_AFTER_MS,
    cause: error,
  });
}

/** True if a write was refused because of a unique index: any index, or the given one. */
export function isDuplicateKey(error: unknown, indexName?: string): boolean {
  if (!(error instanceof MongoServerError)) return false;
  const refusals = error instanceof MongoBulkWriteError ? [error.writeErrors].flat() : [error];
  return refusals.some(
    (refusal) =>
      refusal.code === DUPLICATE_KEY &&
      (indexName === undefined || namesIndex(messageOf(refusal), indexName)),
  );
}

/** The position of the document in an ordered insert that a unique index refused; undefined for another error. */
export function duplicateAt(error: unknown): number | undefined {
  if (!(error instanceof MongoBulkWriteError)) return undefined;
  const [refusal] = [error.writeErrors].flat();
  return refusal?.code === DUPLICATE_KEY ? refusal.index : undefined;
}

const WRITE_CONFLICT = 112;

/** True if two writes conflicted and one was abandoned; its earlier writes may be stored. */
export function isWriteConflict(error: unknown): boolean {
  if (!(error instanceof MongoServerError)) return false;
  const ofEach = error instanceof MongoBulkWriteError ? [error.writeErrors].flat() : [];
  return [error, ...ofEach].some(
    (refusal) => refusal.code === WRITE_CONFLICT || /\bdeadlock detected\b/.test(messageOf(refusal)),
  );
}

function messageOf(refusal: { errmsg?: unknown; message?: unknown }): string {
  const message = refusal.errmsg ?? refusal.message;
  return typeof message === 'string' ? message : '';
}

/**
 * True if the message names the index: behind `index:`, in older servers with the namespace before it, sometimes in quotes or at the very
 * end.
 */
function namesIndex(message: string, indexName: string): boolean {
  const named = /index: (?:\S+\.\$)?["']?([^\s"']+)/.exec(message);
  return named?.[1] === indexName;
}
