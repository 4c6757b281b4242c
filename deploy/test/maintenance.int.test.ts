import { DiscardPolicy, connect } from 'nats';
import type { Msg, NatsConnection } from 'nats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PropertyChanged } from '@estate/contracts';
import { MAINTENANCE } from '@estate/manifests';
import { message } from '@estate/messaging';
import { connectTransport } from '@estate/messaging/testing';
import { createLogger, createMetrics } from '@estate/observability';
import { hasNatsServer, startGuardedBroker } from '@estate/testing';
import type { GuardedBroker } from '@estate/testing';

const IDS = ['00000000000000000001', '00000000000000000002'] as const;
const log = createLogger({ service: 'maintenance', level: 'silent' });

const fact = (id: string) =>
  message(PropertyChanged, PropertyChanged.example, { id, accountId: IDS[0], at: new Date() });

const transport = (broker: GuardedBroker, storeBytes?: number) =>
  connectTransport({
    url: broker.urlOf('catalog'),
    service: 'catalog',
    log,
    metrics: createMetrics('catalog'),
    ...(storeBytes !== undefined && { storeBytes }),
  });

async function maintenanceOf(broker: GuardedBroker): Promise<NatsConnection> {
  const { host, password: pass } = new URL(broker.urlOf(MAINTENANCE));
  return connect({ servers: host, user: MAINTENANCE, pass, inboxPrefix: `_INBOX.${MAINTENANCE}` });
}

/** One call of the JetStream API, as the command `nats` makes it. @throws Error that the broker answers with */
async function call<T>(connection: NatsConnection, subject: string, body: object = {}): Promise<T> {
  const answer = (await connection.request(`$JS.API.${subject}`, JSON.stringify(body))).json<
    T & { error?: { description: string } }
  >();
  if (answer.error) throw new Error(answer.error.description);
  return answer;
}

interface Saved {
  config: object;
  state: object;
  pieces: Uint8Array[];
}

/** `nats stream backup`. */
async function save(connection: NatsConnection, stream: string): Promise<Saved> {
  const pieces: Uint8Array[] = [];
  const inbox = `_INBOX.${MAINTENANCE}.backup`;
  const subscription = connection.subscribe(inbox);
  const about = await call<{ config: object; state: object }>(connection, `STREAM.SNAPSHOT.${stream}`, {
    deliver_subject: inbox,
    no_consumers: false,
    chunk_size: 64 * 1024,
  });
  for await (const piece of subscription) {
    if (isEnd(piece)) break;
    pieces.push(piece.data);
    piece.respond();
  }
  return { config: about.config, state: about.state, pieces };
}

const isEnd = ({ data }: Msg): boolean => data.length === 0;

/** `nats stream restore`. */
async function restore(connection: NatsConnection, stream: string, saved: Saved): Promise<void> {
  const { deliver_subject: to } = await call<{ deliver_subject: string }>(
    connection,
    `STREAM.RESTORE.${stream}`,
    { config: saved.config, state: saved.state },
  );
  for (const piece of saved.pieces) await connection.request(to, piece);
  await connection.request(to, new Uint8Array());
}

describe.skipIf(!hasNatsServer())('the user for maintenance of the broker', () => {
  const brokers: GuardedBroker[] = [];
  beforeAll(async () => {
    brokers.push(await startGuardedBroker(), await startGuardedBroker());
  });
  afterAll(async () => {
    for (const broker of brokers) await broker.stop();
  });

  it('every stream has a maximum size, together nine tenths of the storage, and only wake-ups and marks are replaced by newer ones', async () => {
    const bus = await transport(brokers[0]!, 100_000_000);
    const connection = await maintenanceOf(brokers[0]!);
    const manager = await connection.jetstreamManager({ checkAPI: false });
    const streams = (await manager.streams.list().next()).map(({ config }) => config);
    await connection.close();
    await bus.close();
    expect(streams).toHaveLength(6);
    expect(streams.reduce((sum, { max_bytes: bytes }) => sum + bytes, 0)).toBe(90_000_000);
    expect(Math.min(...streams.map(({ max_bytes: bytes }) => bytes))).toBeGreaterThan(0);
    const dropping = streams.filter(({ discard }) => discard === DiscardPolicy.Old).map(({ name }) => name);
    expect(dropping.toSorted()).toEqual(['MARKS', 'WAKE']);
  });

  it('a stream is edited, saved and restored on a broker that lost its disk', async () => {
    const [first, second] = brokers;
    const bus = await transport(first!);
    for (const id of IDS) await bus.publish(fact(id));
    const connection = await maintenanceOf(first!);
    const { config } = await call<{ config: object }>(connection, 'STREAM.INFO.FACTS');
    await call(connection, 'STREAM.UPDATE.FACTS', { ...config, max_bytes: 50_000_000 });
    const saved = await save(connection, 'FACTS');
    await connection.close();
    await bus.close();
    const other = await maintenanceOf(second!);
    await restore(other, 'FACTS', saved);
    const restored = await call<{ config: { max_bytes: number }; state: { messages: number } }>(
      other,
      'STREAM.INFO.FACTS',
    );
    await other.close();
    expect([restored.config.max_bytes, restored.state.messages]).toEqual([50_000_000, 2]);
  });

  it('a full stream refuses messages and the other streams take theirs', async () => {
    const bus = await transport(brokers[0]!);
    const connection = await maintenanceOf(brokers[0]!);
    const { config } = await call<{ config: object }>(connection, 'STREAM.INFO.FACTS');
    await call(connection, 'STREAM.UPDATE.FACTS', { ...config, max_bytes: 2000 });
    const outcomes = [];
    for (let id = 10; id < 20; id += 1) {
      outcomes.push(await bus.publish(fact(`000000000000000000${String(id)}`)).then(() => 'taken', String));
    }
    await connection.close();
    const letters = await connect({
      servers: new URL(brokers[0]!.observerUrl).host,
      user: new URL(brokers[0]!.observerUrl).username,
      pass: new URL(brokers[0]!.observerUrl).password,
    });
    const { stream } = await letters.jetstream().publish('event.request.created', '{}');
    await letters.close();
    await bus.close();
    expect(outcomes.at(-1)).not.toBe('taken');
    expect(stream).toBe('EVENTS');
  });
});
