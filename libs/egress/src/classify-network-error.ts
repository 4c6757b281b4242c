import {
  AddressForbidden,
  DeadlineExceeded,
  ResolutionFailed,
  TooLarge,
  TooManyRedirects,
} from './errors.ts';

export type NetworkErrorCode =
  | 'dns_failed'
  | 'address_forbidden'
  | 'connect_refused'
  | 'connect_timeout'
  | 'tls_certificate_expired'
  | 'tls_wrong_host'
  | 'tls_untrusted'
  | 'tls_failed'
  | 'timeout'
  | 'connection_lost'
  | 'too_large'
  | 'protocol_error'
  | 'unknown';

/** A `NetworkErrorCode`, or a more precise code if that helps to fix the problem. */
export type NetworkErrorKind = NetworkErrorCode | keyof typeof COARSER;

export interface NetworkFailure {
  code: NetworkErrorCode;
  /** The code, or a more precise one. */
  kind: NetworkErrorKind;
  /** A sentence for the customer, without addresses. */
  message: string;
}

const COARSER = {
  dns_not_found: 'dns_failed',
  tls_certificate_not_yet_valid: 'tls_untrusted',
  tls_self_signed: 'tls_untrusted',
  tls_client_certificate_required: 'tls_failed',
  tls_name_unknown: 'tls_failed',
  tls_version: 'tls_failed',
} as const satisfies Record<string, NetworkErrorCode>;

const MESSAGES: Record<NetworkErrorKind, string> = {
  dns_not_found: 'The host name does not exist.',
  dns_failed: 'The host name could not be resolved.',
  address_forbidden: 'The address is not allowed.',
  connect_refused: 'The host could not be reached or refused the connection.',
  connect_timeout: 'The connection was not established in time.',
  tls_certificate_expired: 'The TLS certificate of the host has expired.',
  tls_wrong_host: 'The TLS certificate was issued for another host.',
  tls_certificate_not_yet_valid: 'The TLS certificate of the host is not valid yet.',
  tls_self_signed: 'The TLS certificate of the host is self-signed.',
  tls_untrusted: 'The TLS certificate was not issued by a trusted authority.',
  tls_client_certificate_required: 'The host requires a client certificate.',
  tls_name_unknown: 'The host rejected the server name in the TLS handshake.',
  tls_version: 'The host supports no secure version of TLS.',
  tls_failed: 'The TLS handshake failed.',
  timeout: 'The response was not complete in time.',
  connection_lost: 'The connection was closed before the response was complete.',
  too_large: 'The response is too large.',
  protocol_error: 'The response is not valid HTTP or uses an unsupported feature.',
  unknown: 'The request failed for an unknown reason.',
};

const BY_CLASS = [
  [AddressForbidden, 'address_forbidden'],
  [TooLarge, 'too_large'],
  [DeadlineExceeded, 'timeout'],
  [TooManyRedirects, 'protocol_error'],
] as const;

const BY_CODE: Readonly<Record<string, NetworkErrorKind>> = {
  ENOTFOUND: 'dns_not_found',
  ENODATA: 'dns_not_found',
  EAI_AGAIN: 'dns_failed',
  EAI_FAIL: 'dns_failed',
  ESERVFAIL: 'dns_failed',
  ECONNREFUSED: 'connect_refused',
  EHOSTUNREACH: 'connect_refused',
  EHOSTDOWN: 'connect_refused',
  ENETUNREACH: 'connect_refused',
  EADDRNOTAVAIL: 'connect_refused',
  ETIMEDOUT: 'connect_timeout',
  UND_ERR_CONNECT_TIMEOUT: 'connect_timeout',
  CERT_HAS_EXPIRED: 'tls_certificate_expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'tls_wrong_host',
  CERT_NOT_YET_VALID: 'tls_certificate_not_yet_valid',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'tls_self_signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'tls_untrusted',
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: 'tls_client_certificate_required',
  ERR_SSL_TLSV1_UNRECOGNIZED_NAME: 'tls_name_unknown',
  ERR_SSL_UNSUPPORTED_PROTOCOL: 'tls_version',
  ERR_SSL_WRONG_VERSION_NUMBER: 'tls_version',
  ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: 'tls_version',
  EPROTO: 'tls_failed',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  ECONNRESET: 'connection_lost',
  ECONNABORTED: 'connection_lost',
  EPIPE: 'connection_lost',
  UND_ERR_SOCKET: 'connection_lost',
  UND_ERR_RES_EXCEEDED_MAX_SIZE: 'too_large',
  UND_ERR_HEADERS_OVERFLOW: 'protocol_error',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'protocol_error',
};

const BY_CODE_PATTERN: readonly (readonly [RegExp, NetworkErrorKind])[] = [
  [/^(UNABLE_TO_|CERT_|CRL_|ERROR_IN_C)/, 'tls_untrusted'],
  [/^(ERR_SSL_|ERR_TLS_)/, 'tls_failed'],
  [/^HPE_/, 'protocol_error'],
];

/** Patterns of errors without a code of their own. */
const BY_MESSAGE: readonly (readonly [RegExp, NetworkErrorKind])[] = [
  [/before secure TLS connection was established/, 'tls_failed'],
  [/^bad (upgrade|response)$/, 'protocol_error'],
  [/^Response does not match the HTTP/, 'protocol_error'],
];

/** Classifies a network failure by a stable code, with a sentence for people. */
export function classifyNetworkError(error: unknown): NetworkFailure {
  const kind = kindFor(error, 0) ?? 'unknown';
  return { code: isFiner(kind) ? COARSER[kind] : kind, kind, message: MESSAGES[kind] };
}

const isFiner = (kind: NetworkErrorKind): kind is keyof typeof COARSER => kind in COARSER;

const MAX_CAUSES = 5;

function kindFor(error: unknown, depth: number): NetworkErrorKind | undefined {
  if (!(error instanceof Error) || depth > MAX_CAUSES) {
    return undefined;
  }
  const own = BY_CLASS.find(([type]) => error instanceof type)?.[1] ?? byText(error) ?? unresolved(error);
  if (own !== undefined) {
    return own;
  }
  const inner = error instanceof AggregateError ? error.errors : [error.cause];
  return inner.map((each) => kindFor(each, depth + 1)).find((kind) => kind !== undefined);
}

function byText(error: Error): NetworkErrorKind | undefined {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const match = (table: typeof BY_MESSAGE, text: string) =>
    table.find(([pattern]) => pattern.test(text))?.[1];
  return match(BY_MESSAGE, error.message) ?? BY_CODE[code] ?? match(BY_CODE_PATTERN, code);
}

/** The code for a failed name resolution that is not in the tables. */
const unresolved = (error: Error): NetworkErrorKind | undefined =>
  error instanceof ResolutionFailed ? 'dns_failed' : undefined;
