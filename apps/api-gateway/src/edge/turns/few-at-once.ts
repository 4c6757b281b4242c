import { HttpRefusal } from '@estate/http';

interface Kind {
  /** The limit of one account. */
  max: number;
  code: string;
  /** The name of the calls, in the plural. */
  name: string;
}

/** The recommended delay; an earlier retry would find the same calls in progress. */
const RETRY_AFTER_S = 10;

/** Limits calls that take minutes: an account may have a few of them in progress, and further ones are refused instead of waiting. */
export class FewAtOnce {
  readonly #kind: Kind;
  readonly #running = new Map<string, number>();

  constructor(kind: Kind) {
    this.#kind = kind;
  }

  /** @throws HttpRefusal 429 if no further call may start */
  require(accountId: string): void {
    if ((this.#running.get(accountId) ?? 0) >= this.#kind.max) throw this.#refusal();
  }

  /** Counts a call until the returned function is called. @throws HttpRefusal 429 */
  begin(accountId: string): () => void {
    this.require(accountId);
    this.#running.set(accountId, (this.#running.get(accountId) ?? 0) + 1);
    let isRunning = true;
    return () => {
      if (isRunning) this.#end(accountId);
      isRunning = false;
    };
  }

  #end(accountId: string): void {
    const left = (this.#running.get(accountId) ?? 0) - 1;
    if (left > 0) this.#running.set(accountId, left);
    else this.#running.delete(accountId);
  }

  #refusal(): HttpRefusal {
    const { max, code, name } = this.#kind;
    const seconds = String(RETRY_AFTER_S);
    return new HttpRefusal({
      status: 429,
      code,
      message: `An account can have ${String(max)} ${name} in progress at once. Try again when one of them has ended, for example in ${seconds} seconds.`,
      headers: { 'retry-after': seconds },
    });
  }
}
