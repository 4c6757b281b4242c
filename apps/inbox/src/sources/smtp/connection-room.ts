import { admit, networkOf } from '@estate/runtime/connections';
import { LRUCache } from 'lru-cache';
import type { SMTPServer } from 'smtp-server';

const NETWORKS_MAX = 10_000;
/** A connection that has delivered is trusted for so long: a sender often has several emails, one after the other. */
const TRUSTED_MS = 10_000;

type Connection = SMTPServer['connections'] extends Set<infer C> ? C : never;

interface RoomOptions {
  /** Most connections at a time, and most of one sender. */
  all: number;
  perNetwork: number;
  /** How long a connection may take until its first email begins. */
  beginMs: number;
  clock: () => Date;
}

/** Gives the places of connections to senders that deliver: silent and slow ones lose theirs when there are too many. */
export class ConnectionRoom {
  readonly #options: RoomOptions;
  readonly #connections: () => Iterable<Connection>;
  /** By connection, since when it has delivered its last email. */
  readonly #deliveredAt = new Map<string, number>();
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #known = new LRUCache<string, true>({ max: NETWORKS_MAX });

  constructor(options: RoomOptions, connections: () => Iterable<Connection>) {
    this.#options = options;
    this.#connections = connections;
  }

  /** Before the server counts the new connection. */
  makeRoom(remoteAddress: string): void {
    const { all, perNetwork } = this.#options;
    const network = networkOf(remoteAddress);
    const held = [...this.#connections()].map((connection) => ({
      connection,
      network: networkOf(connection.remoteAddress),
      isTrusted: this.#isTrusted(connection),
    }));
    // A sender that has its share is refused; nobody loses a place for it.
    if (held.filter((one) => one.network === network).length >= perNetwork) return;
    const places = { all, untrusted: all, perNetwork, untrustedPerNetwork: perNetwork };
    const { dropped } = admit(held, network, { places, isKnown: (one) => this.#known.has(one) });
    if (dropped) drop(dropped.connection, 'Too many connections; try again.');
  }

  connected(id: string): void {
    const late = () => {
      const connection = [...this.#connections()].find((one) => one.id === id);
      if (connection) drop(connection, 'No email was begun in time.');
    };
    this.#timers.set(id, setTimeout(late, this.#options.beginMs).unref());
  }

  begun(id: string): void {
    clearTimeout(this.#timers.get(id));
    this.#timers.delete(id);
  }

  delivered({ id, remoteAddress }: { id: string; remoteAddress: string }): void {
    this.#deliveredAt.set(id, this.#options.clock().getTime());
    this.#known.set(networkOf(remoteAddress), true);
  }

  closed(id: string): void {
    this.begun(id);
    this.#deliveredAt.delete(id);
  }

  #isTrusted({ id }: Connection): boolean {
    const deliveredAt = this.#deliveredAt.get(id);
    return deliveredAt !== undefined && this.#options.clock().getTime() - deliveredAt < TRUSTED_MS;
  }
}

/** Ends a connection without waiting for the sender to close its side. */
function drop(connection: Connection, text: string): void {
  connection.send(421, text);
  connection.close();
  connection._socket.destroySoon();
}
