/** The way out leads to an address, port or scheme that may not be called. */
export class AddressForbidden extends Error {
  override readonly name = 'AddressForbidden';
  /** What the address is, in words: `loopback`, `private`, `link-local`. */
  readonly rule: string;
  /** For the log: the address or host as it was vetted. */
  readonly address: string;

  constructor(rule: string, address: string) {
    super(`The address is not allowed (${rule}).`);
    this.rule = rule;
    this.address = address;
  }
}

/** The name could not be resolved; `code` is that of the resolver (`ENOTFOUND`, `EAI_AGAIN`) or `timeout`. */
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

/** The answer is longer than the caller takes. */
export class TooLarge extends Error {
  override readonly name = 'TooLarge';
  readonly maxBytes: number;

  constructor(maxBytes: number) {
    super(`The response is longer than ${maxBytes} bytes.`);
    this.maxBytes = maxBytes;
  }
}

/** The whole exchange, body included, took longer than allowed. */
export class DeadlineExceeded extends Error {
  override readonly name = 'DeadlineExceeded';

  constructor(timeoutMs: number) {
    super(`The response was not complete after ${timeoutMs} ms.`);
  }
}

/** A download was redirected more often than allowed. */
export class TooManyRedirects extends Error {
  override readonly name = 'TooManyRedirects';

  constructor(maxRedirects: number) {
    super(`The request was redirected more than ${maxRedirects} times.`);
  }
}
