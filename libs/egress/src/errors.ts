/** Thrown if the request leads to an address, port or scheme that may not be called. */
export class AddressForbidden extends Error {
  override readonly name = 'AddressForbidden';
  /** The kind of address in words: `loopback`, `private`, `link-local`. */
  readonly rule: string;
  /** The checked address or host, for the log. */
  readonly address: string;

  constructor(rule: string, address: string) {
    super(`The address is not allowed (${rule}).`);
    this.rule = rule;
    this.address = address;
  }
}

/** Thrown if the name could not be resolved; `code` is that of the resolver (`ENOTFOUND`, `EAI_AGAIN`) or `timeout`. */
export class ResolutionFailed extends Error {
  override readonly name = 'ResolutionFailed';
  readonly code: string;

  constructor(hostname: string, code: string, cause?: unknown) {
    super(
      `The name ${hostname} could not be resolved (${code}).`,
      cause === undefined ? undefined : { cause },
    );
    this.code = code;
  }
}

/** Thrown if the response is longer than the caller accepts. */
export class TooLarge extends Error {
  override readonly name = 'TooLarge';
  readonly maxBytes: number;

  constructor(maxBytes: number) {
    super(`The response is longer than ${maxBytes} bytes.`);
    this.maxBytes = maxBytes;
  }
}

/** Thrown if the whole exchange, including the body, took longer than allowed. */
export class DeadlineExceeded extends Error {
  override readonly name = 'DeadlineExceeded';

  constructor(timeoutMs: number) {
    super(`The response was not complete after ${timeoutMs} ms.`);
  }
}

/** Thrown if a download was redirected more often than allowed. */
export class TooManyRedirects extends Error {
  override readonly name = 'TooManyRedirects';

  constructor(maxRedirects: number) {
    super(`The request was redirected more than ${maxRedirects} times.`);
  }
}
