import { Client, errors } from 'undici';
import type { buildConnector } from 'undici';
import type { Dial } from './dial.ts';

/** A connection to an origin; it is dialled on its first use, and again after it was closed. */
export interface Connection {
  readonly client: Client;
  /** The newest dial; undefined before the first use. */
  readonly dial: Dial | undefined;
  usedMs: number;
}

/** Makes a connector that reports each dial. */
export type Connect = (onDial: (dial: Dial) => void) => buildConnector.connector;

export interface ConnectionOptions {
  /** The maximum number of connections for one origin; further requests wait for one of them. */
  perOrigin: number;
  client: Omit<Client.Options, 'connect'>;
}

const FORGOTTEN_AFTER_MS = 30_000;
const LOOK_EVERY_MS = 10_000;

/** Keeps the connections of each origin, returns idle ones, and records when and where each was dialled. */
export class Connections {
  readonly #connect: Connect;
  readonly #options: ConnectionOptions;
  readonly #origins = new Map<string, Connection[]>();
  #lookedMs = 0;
  #closed = false;

  constructor(connect: Connect, options: ConnectionOptions) {
    this.#connect = connect;
    this.#options = options;
  }

  /** An idle connection, else a new one, else the least busy; with `fresh`, one that was not dialled yet. */
  take(origin: string, { fresh = false } = {}): Connection {
    if (this.#closed) throw new errors.ClientDestroyedError();
    const nowMs = performance.now();
    this.#forgetIdle(nowMs);
    const known = this.#origins.get(origin) ?? [];
    this.#origins.set(origin, known);
    const taken = (fresh ? undefined : this.#choose(known)) ?? this.#open(origin, known);
    taken.usedMs = nowMs;
    return taken;
  }

  /** Waits for requests in progress, then closes every connection. */
  async close(): Promise<void> {
    await this.#end((client) => client.close());
  }

  /** Aborts requests in progress. */
  async destroy(): Promise<void> {
    await this.#end((client) => client.destroy());
  }

  async #end(end: (client: Client) => Promise<void>): Promise<void> {
    this.#closed = true;
    const all = [...this.#origins.values()].flat();
    this.#origins.clear();
    await Promise.all(all.map(({ client }) => end(client)));
  }

  #choose(known: readonly Connection[]): Connection | undefined {
    const idle = known.find(({ client }) => client.stats.size === 0);
    if (idle || known.length < this.#options.perOrigin) return idle;
    return known.toSorted((a, b) => a.client.stats.size - b.client.stats.size)[0];
  }

  #open(origin: string, known: Connection[]): Connection {
    const seen: { dial: Dial | undefined } = { dial: undefined };
    const connect = this.#connect((dial) => {
      seen.dial = dial;
    });
    const opened: Connection = {
      client: new Client(origin, { ...this.#options.client, connect }),
      get dial() {
        return seen.dial;
      },
      usedMs: 0,
    };
    known.push(opened);
    return opened;
  }

  /** Drops idle connections, which the server has long closed, to free their memory. */
  #forgetIdle(nowMs: number): void {
    if (nowMs - this.#lookedMs < LOOK_EVERY_MS) return;
    this.#lookedMs = nowMs;
    for (const [origin, known] of this.#origins) {
      const kept = known.filter((connection) => !isForgotten(connection, nowMs));
      if (kept.length === 0) this.#origins.delete(origin);
      else this.#origins.set(origin, kept);
    }
  }
}

function isForgotten({ client, usedMs }: Connection, nowMs: number): boolean {
  if (client.stats.size > 0 || nowMs - usedMs < FORGOTTEN_AFTER_MS) return false;
  void client.close();
  return true;
}
