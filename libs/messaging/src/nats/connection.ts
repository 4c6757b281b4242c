import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '@estate/observability';
import { Events, connect, createInbox } from 'nats';
import type { ConnectionOptions, NatsConnection } from 'nats';

const FIRST_WAIT_MS = 250;
const LAST_WAIT_MS = 5_000;

/** The address of the broker; several addresses of one cluster are separated by commas. */
export interface ConnectionConfig {
  url: string;
  service: string;
  log: Logger;
  /** Ends the wait for a broker that is unavailable at the start. */
  signal?: AbortSignal;
}

/** Connects and waits until the broker is available. Later, a lost connection is always restored. */
export async function connectNats({ url, service, log, signal }: ConnectionConfig): Promise<NatsConnection> {
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(waitMs * 2, LAST_WAIT_MS)) {
    signal?.throwIfAborted();
    try {
      return await connect(optionsOf(url, service));
    } catch (error) {
      log.warn({ err: error, waitMs }, 'broker.waiting');
      await delay(waitMs, undefined, signal ? { signal } : {});
    }
  }
}

/** Makes addresses for replies below a prefix for each user, so that the broker can keep others from listening there. */
export function inboxMaker({ url, service }: Pick<ConnectionConfig, 'url' | 'service'>): () => string {
  const prefix = inboxPrefix(addressesIn(url)[0], service);
  return () => createInbox(prefix);
}

/** Logs when the connection is lost and when it is restored. */
export async function watchConnection(
  connection: NatsConnection,
  on: { lost: () => void; back: () => void },
): Promise<void> {
  for await (const { type } of connection.status()) {
    if (type === Events.Disconnect) on.lost();
    if (type === Events.Reconnect) on.back();
  }
}

/** Logs where this connection may not publish, whenever the broker refuses it. */
export async function watchRefusals(
  connection: NatsConnection,
  onRefused: (subject: string) => void,
): Promise<void> {
  for await (const { permissionContext } of connection.status())
    if (permissionContext?.operation === 'publish') onRefused(permissionContext.subject);
}

/** The options of an address, which may contain a name and a password. */
export function optionsOf(url: string, service: string): ConnectionOptions {
  const addresses = addressesIn(url);
  const [first] = addresses;
  return {
    servers: addresses.map(({ protocol, host }) => `${protocol}//${host}`),
    ...(first?.username && {
      user: decodeURIComponent(first.username),
      pass: decodeURIComponent(first.password),
    }),
    // By default, the driver would use an encrypted connection if the broker offers one, and otherwise a plain one.
    ...(addresses.some(({ protocol }) => protocol === 'tls:') && { tls: {} }),
    name: service,
    inboxPrefix: inboxPrefix(first, service),
    timeout: 5_000,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 250,
    reconnectJitter: 250,
    pingInterval: 10_000,
    ignoreAuthErrorAbort: true,
    // A stack trace for every request costs more than the request.
    noAsyncTraces: true,
  };
}

const addressesIn = (url: string): URL[] => url.split(',').map((address) => new URL(address.trim()));

const inboxPrefix = (first: URL | undefined, service: string): string =>
  `_INBOX.${decodeURIComponent(first?.username ?? '') || service}`;
