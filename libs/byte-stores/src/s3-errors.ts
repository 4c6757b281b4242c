import { NoSuchKey, NotFound, S3ServiceException } from '@aws-sdk/client-s3';
import { Unavailable } from '@estate/errors';
import { storeUnavailable } from './store-unavailable.ts';
import { codeOf } from './system-error.ts';

/** True if the object does not exist; a missing bucket is another error. */
export const isAbsent = (error: unknown): boolean => error instanceof NoSuchKey || error instanceof NotFound;

/** Explanations of S3 errors for operators, by code. */
const REASONS: Readonly<Record<string, string>> = {
  AccessDenied: 'denies access: check the permissions of the access key on the bucket',
  InvalidAccessKeyId: 'does not know the access key: check BYTE_STORE_ACCESS_KEY_ID',
  SignatureDoesNotMatch:
    'refuses the signature: check BYTE_STORE_SECRET_ACCESS_KEY, the region and the clock of this machine',
  RequestTimeTooSkewed: 'has a different time: synchronize the clocks (NTP)',
  NoSuchBucket: 'does not exist: create the bucket, or check its name in BYTE_STORE',
  SlowDown: 'limits the rate of requests: they are retried later',
  QuotaExceeded: 'has reached its quota: raise it',
  EntityTooLarge: 'does not accept objects of this size',
  BadDigest: 'received different bytes than were sent',
};

const NETWORK: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
]);
const SERVER_ERROR = 500;

/** The error, retryable if a retry can help, with an explanation for operators. */
export function explained(place: string, error: unknown): unknown {
  if (error instanceof Unavailable) return error;
  const reason = reasonOf(error);
  return reason === undefined ? error : storeUnavailable(place, reason, error);
}

function reasonOf(error: unknown): string | undefined {
  if (error instanceof S3ServiceException) {
    const status = error.$metadata.httpStatusCode ?? 0;
    const known = REASONS[error.name];
    if (known !== undefined) return known;
    return status >= SERVER_ERROR ? `answered ${String(status)} (${error.name})` : undefined;
  }
  if (NETWORK.has(codeOf(error))) return `cannot be reached (${String(codeOf(error))})`;
  if (error instanceof Error && error.name === 'TimeoutError') return 'did not answer in time';
  return undefined;
}
