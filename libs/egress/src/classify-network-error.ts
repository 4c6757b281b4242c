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

export interface NetworkFailure {
  code: NetworkErrorCode;
  /** A sentence for the customer; names no address. */
  message: string;
}

const MESSAGES: Record<NetworkErrorCode, string> = {
  dns_failed: 'The name of the host could not be resolved.',
  address_forbidden: 'The address may not be called.',
  connect_refused: 'The host could not be reached or refused the connection.',
  connect_timeout: 'The connection was not established in time.',
  tls_certificate_expired: 'The TLS certificate of the host has expired.',
  tls_wrong_host: 'The TLS certificate was issued for another host.',
  tls_untrusted: 'The TLS certificate was not issued by a trusted authority.',
  tls_failed: 'No secure connection could be agreed upon.',
  timeout: 'The answer was not complete in time.',
  connection_lost: 'The connection was closed before the answer was complete.',
  too_large: 'The answer is too large.',
  protocol_error: 'The answer is not valid HTTP or asks for something that is not supported.',
  unknown: 'The exchange failed for an unknown reason.',
};

const BY_CLASS = [
  [AddressForbidden, 'address_forbidden'],
  [ResolutionFailed, 'dns_failed'],
  [TooLarge, 'too_large'],
  [DeadlineExceeded, 'timeout'],
  [TooManyRedirects, 'protocol_error'],
] as const;

const BY_CODE: Readonly<Record<string, NetworkErrorCode>> = {
  ENOTFOUND: 'dns_failed',
  ENODATA: 'dns_failed',
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
  DEPTH_ZERO_SELF_SIGNED_CERT: 'tls_untrusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'tls_untrusted',
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

const BY_CODE_PATTERN: readonly (readonly [RegExp, NetworkErrorCode])[] = [
  [/^(UNABLE_TO_|CERT_|CRL_|ERROR_IN_C)/, 'tls_untrusted'],
  [/^(ERR_SSL_|ERR_TLS_)/, 'tls_failed'],
  [/^HPE_/, 'protocol_error'],
];

/** Told apart by their text only: they carry no code of their own. */
const BY_MESSAGE: readonly (readonly [RegExp, NetworkErrorCode])[] = [
  [/before secure TLS connection was established/, 'tls_failed'],
  [/^bad (upgrade|response)$/, 'protocol_error'],
  [/^Response does not match the HTTP/, 'protocol_error'],
];

/** Names the class of a network failure in stable words, with a sentence for people. */
export function classifyNetworkError(error: unknown): NetworkFailure {
  const code = codeFor(error, 0) ?? 'unknown';
  return { code, message: MESSAGES[code] };
}

const MAX_CAUSES = 5;

function codeFor(error: unknown, depth: number): NetworkErrorCode | undefined {
  if (!(error instanceof Error) || depth > MAX_CAUSES) {
    return undefined;
  }
  const own = BY_CLASS.find(([type]) => error instanceof type)?.[1] ?? byText(error);
  if (own !== undefined) {
    return own;
  }
  const inner = error instanceof AggregateError ? error.errors : [error.cause];
  return inner.map((each) => codeFor(each, depth + 1)).find((code) => code !== undefined);
}

function byText(error: Error): NetworkErrorCode | undefined {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const match = (table: typeof BY_MESSAGE, text: string) =>
    table.find(([pattern]) => pattern.test(text))?.[1];
  return match(BY_MESSAGE, error.message) ?? BY_CODE[code] ?? match(BY_CODE_PATTERN, code);
}
