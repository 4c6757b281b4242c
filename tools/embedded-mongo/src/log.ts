/** Receives the failures of background work. */
export type Log = (message: string) => void;

/** Reports each message once, until `clear` is called after a success. */
export class Failures {
  readonly #log: Log;
  readonly #what: string;
  #last: string | undefined;

  constructor(what: string, log: Log) {
    this.#what = what;
    this.#log = log;
  }

  report(error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    if (message === this.#last) return;
    this.#last = message;
    this.#log(`${this.#what} failed and will be tried again: ${message}`);
  }

  clear(): void {
    this.#last = undefined;
  }
}
