import { ErrorCode, NatsError } from 'nats';
import type { Msg, MsgHdrs, NatsConnection, Subscription } from 'nats';
import { isBegun } from './ask-headers.ts';
import type { Outbound } from './outbound.ts';

export interface Request {
  subject: string;
  data: string;
  headers?: MsgHdrs;
  timeoutMs: number;
  /** Rejects with `NoSignOfLife` if there is neither a reply nor an announcement by then. */
  signWithinMs?: number;
}

export const isCode = (error: unknown, code: string): boolean =>
  error instanceof NatsError && error.code === code;

/** Thrown if no replica has begun with a request in time. */
export class NoSignOfLife extends Error {}

interface Pending {
  resolve: (reply: Msg) => void;
  reject: (error: Error) => void;
  timer: NodeJS.Timeout;
  signTimer: NodeJS.Timeout | undefined;
  isBegun: boolean;
}

/**
 * Requests and their replies over one subscription; the driver's own implementation creates an error with its stack for each successful
 * request.
 */
export class Requests {
  readonly #outbound: Outbound;
  readonly #inbox: string;
  readonly #pending = new Map<string, Pending>();
  readonly #subscription: Subscription;
  #last = 0;

  /** `inbox` is an exclusive address for replies. */
  constructor(connection: NatsConnection, outbound: Outbound, inbox: string) {
    this.#outbound = outbound;
    this.#inbox = inbox;
    this.#subscription = connection.subscribe(`${this.#inbox}.*`, {
      callback: (error, reply) => {
        if (!error) this.#settle(reply);
      },
    });
  }

  /** @throws NatsError if nobody listens, no reply arrives in time or the connection is closed */
  send({ subject, data, headers, timeoutMs, signWithinMs }: Request): Promise<Msg> {
    this.#last += 1;
    const token = this.#last.toString(36);
    return new Promise((resolve, reject) => {
      const fail = (error: unknown) => {
        this.#take(token)?.reject(error instanceof Error ? error : new Error(String(error)));
      };
      const timer = setTimeout(() => {
        fail(NatsError.errorForCode(ErrorCode.Timeout));
      }, timeoutMs);
      const noSign = () => {
        // An announcement that has arrived while this process was busy is read first.
        setImmediate(() => {
          if (!this.#pending.get(token)?.isBegun) fail(new NoSignOfLife(`nobody has begun with ${subject}`));
        });
      };
      const signTimer = signWithinMs === undefined ? undefined : setTimeout(noSign, signWithinMs);
      this.#pending.set(token, { resolve, reject, timer, signTimer, isBegun: false });
      const options = { reply: `${this.#inbox}.${token}`, ...(headers && { headers }) };
      this.#outbound.send({ subject, data, options, onRefused: fail });
    });
  }

  /** Rejects every request without a reply. */
  close(): void {
    this.#subscription.unsubscribe();
    for (const token of [...this.#pending.keys()])
      this.#take(token)?.reject(NatsError.errorForCode(ErrorCode.ConnectionClosed));
  }

  #settle(reply: Msg): void {
    const token = reply.subject.slice(this.#inbox.length + 1);
    if (isBegun(reply)) {
      const begun = this.#pending.get(token);
      if (begun) begun.isBegun = true;
      clearTimeout(begun?.signTimer);
      return;
    }
    const pending = this.#take(token);
    if (!pending) return;
    if (isNoResponders(reply)) pending.reject(NatsError.errorForCode(ErrorCode.NoResponders));
    else pending.resolve(reply);
  }

  #take(token: string): Pending | undefined {
    const pending = this.#pending.get(token);
    this.#pending.delete(token);
    clearTimeout(pending?.timer);
    clearTimeout(pending?.signTimer);
    return pending;
  }
}

const isNoResponders = ({ data, headers }: Msg): boolean => data.length === 0 && headers?.code === 503;
