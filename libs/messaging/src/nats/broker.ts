import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '@estate/observability';
import type { JetStreamClient, JetStreamManager, NatsConnection } from 'nats';
import { connectNats, inboxMaker, watchConnection } from './connection.ts';
import type { ConnectionConfig } from './connection.ts';
import { Outbound } from './outbound.ts';
import { Requests } from './requests.ts';
import { ensureStreams } from './streams.ts';
import type { StreamOptions } from './streams.ts';

const FIRST_WAIT_MS = 100;
const LAST_WAIT_MS = 2_000;
const API_TIMEOUT_MS = 2_000;
const STORE_BYTES = 1_000_000_000;
/** The delay after a stream is gone: a server that is still removing its files would create one that cannot store. */
const REMOVAL_MS = 500;

export interface BrokerConfig extends ConnectionConfig {
  /** The number of copies of each created stream; 1 by default. */
  streamReplicas?: number;
  /** The maximum storage of the created streams on a server; 1 GB by default. */
  storeBytes?: number;
}

/** The connection and the required streams; both are restored after every outage. */
export class Broker {
  readonly connection: NatsConnection;
  readonly jetstream: JetStreamClient;
  readonly manager: JetStreamManager;
  readonly outbound: Outbound;
  readonly requests: Requests;
  /** Returns a new address for replies. */
  readonly newInbox: () => string;
  readonly #log: Logger;
  readonly #streamOptions: StreamOptions;
  readonly #restored = new Set<() => void>();
  readonly #stop = new AbortController();
  #connected = true;
  #streams = false;
  #stale = false;
  #lost: NodeJS.Timeout | undefined;
  #restoring: Promise<void> | undefined;

  private constructor(connection: NatsConnection, manager: JetStreamManager, config: BrokerConfig) {
    this.connection = connection;
    this.manager = manager;
    this.jetstream = connection.jetstream();
    this.outbound = new Outbound(connection);
    this.newInbox = inboxMaker(config);
    this.requests = new Requests(connection, this.outbound, this.newInbox());
    this.#log = config.log;
    this.#streamOptions = {
      replicas: config.streamReplicas ?? 1,
      storeBytes: config.storeBytes ?? STORE_BYTES,
    };
  }

  static async connect(config: BrokerConfig): Promise<Broker> {
    const connection = await connectNats(config);
    const manager = await connection.jetstreamManager({ checkAPI: false, timeout: API_TIMEOUT_MS });
    const broker = new Broker(connection, manager, config);
    void broker.#watch();
    await broker.restore();
    return broker;
  }

  get connected(): boolean {
    return this.#connected && !this.#stop.signal.aborted;
  }

  get ready(): boolean {
    return this.connected && this.#streams;
  }

  /** Calls back whenever streams may have been lost and were created again; returns a function that stops it. */
  onRestored(callback: () => void): () => void {
    this.#restored.add(callback);
    return () => this.#restored.delete(callback);
  }

  /** Creates missing streams, however long that takes; a call during a run makes it check again. */
  restore(): Promise<void> {
    this.#stale = true;
    this.#restoring ??= this.#ensure().finally(() => {
      this.#restoring = undefined;
    });
    return this.#restoring;
  }

  /** Called when a stream is missing although the broker is available. */
  streamsLost(): void {
    if (this.#lost) return;
    this.#streams = false;
    this.#lost = setTimeout(() => {
      this.#lost = undefined;
      void this.restore();
    }, REMOVAL_MS);
    this.#lost.unref();
  }

  /** Retries with exponential backoff until it succeeds or the broker is closed. */
  async untilDone(what: string, attempt: () => Promise<void>): Promise<void> {
    for (
      let waitMs = FIRST_WAIT_MS;
      !this.#stop.signal.aborted;
      waitMs = Math.min(waitMs * 2, LAST_WAIT_MS)
    ) {
      try {
        await attempt();
        return;
      } catch (error) {
        if (this.connected) this.#log.warn({ err: error, waitMs }, `${what}.retry`);
        await delay(waitMs, undefined, { signal: this.#stop.signal }).catch(() => undefined);
      }
    }
  }

  async close(): Promise<void> {
    if (this.#stop.signal.aborted) return;
    const connected = this.#connected;
    this.#stop.abort();
    this.outbound.flush();
    // A drain waits for the broker, which may never return.
    await (connected
      ? this.connection.drain().catch(() => this.connection.close())
      : this.connection.close());
    this.requests.close();
  }

  async #ensure(): Promise<void> {
    while (this.#stale) {
      this.#stale = false;
      await this.untilDone('streams', () => ensureStreams(this.manager, this.#streamOptions));
    }
    this.#streams = true;
    for (const callback of this.#restored) callback();
  }

  async #watch(): Promise<void> {
    await watchConnection(this.connection, {
      lost: () => {
        this.#connected = false;
        this.#streams = false;
        this.#log.warn('broker.lost');
      },
      back: () => {
        this.#connected = true;
        this.#log.info('broker.back');
        void this.restore();
      },
    });
  }
}
