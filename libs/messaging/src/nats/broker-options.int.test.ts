import { PropertyChanged } from '@estate/contracts';
import { hasNatsServer, startNats } from '@estate/testing';
import type { NatsServer } from '@estate/testing';
import { connect } from 'nats';
import type { Msg, NatsConnection } from 'nats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { consume } from '../bus.ts';
import type { Transport } from '../bus.ts';
import { on } from '../handler.ts';
import { log, metrics, newHost } from '../suite-fixtures.ts';
import { connectTransport } from './nats-bus.ts';
import { STREAM_NAMES } from './streams.ts';

/** Oldest version of the broker that the deployment allows. */
const OLDEST = [2, 9] as const;

/** A request to the broker to create something. */
interface Creation {
  subject: string;
  /** The options of a stream, or of a consumer of one. */
  wanted: { name?: string; stream_name?: string; config?: { durable_name?: string } };
}

/** A broker ignores an option that it does not know. So each option that is sent must come back. */
describe.skipIf(!hasNatsServer())('the options of streams and consumers', () => {
  let server: NatsServer;
  let observer: NatsConnection;
  let bus: Transport;
  const created: Creation[] = [];
  beforeAll(async () => {
    server = await startNats();
    observer = await connect({ servers: server.url });
    const note = (_error: Error | null, request: Msg) =>
      created.push({ subject: request.subject, wanted: request.json() });
    for (const subject of ['STREAM.CREATE.*', 'CONSUMER.CREATE.>', 'CONSUMER.DURABLE.CREATE.>'])
      observer.subscribe(`$JS.API.${subject}`, { callback: note });
    await observer.flush();
    bus = await connectTransport({ url: server.url, service: 'suite', log, metrics });
    await consume(bus, newHost(), { changed: on(PropertyChanged, () => Promise.resolve()) });
    await observer.flush();
  });
  afterAll(async () => {
    await bus.close();
    await observer.close();
    await server.stop();
  });

  it('the broker of the tests is not older than the oldest that the deployment allows', () => {
    const [major = 0, minor = 0] = (observer.info?.version ?? '').split('.').map(Number);
    expect([major, minor]).toEqual([OLDEST[0], expect.any(Number)]);
    expect(minor).toBeGreaterThanOrEqual(OLDEST[1]);
  });

  it('the options of each stream that is made are known to the broker', async () => {
    const manager = await observer.jetstreamManager();
    const streams = created.filter(({ subject }) => subject.startsWith('$JS.API.STREAM.'));
    expect(streams.map(({ wanted }) => wanted.name)).toEqual(STREAM_NAMES);
    for (const { wanted } of streams) {
      const { config } = await manager.streams.info(wanted.name ?? '');
      expect(config).toMatchObject(wanted);
    }
  });

  it('the options of each consumer that is made are known to the broker', async () => {
    const manager = await observer.jetstreamManager();
    const consumers = created.filter(({ subject }) => subject.startsWith('$JS.API.CONSUMER.'));
    expect(consumers.length).toBeGreaterThan(1);
    for (const { wanted } of consumers) {
      const { stream_name: stream = '', config = {} } = wanted;
      const info = await manager.consumers.info(stream, config.durable_name ?? '');
      expect(info.config).toMatchObject(config);
    }
  });
});
