import { afterAll, beforeAll, describe } from 'vitest';
import { hasNatsServer, startNats } from '@estate/testing';
import type { NatsServer } from '@estate/testing';
import { busSuite } from '../bus.suite.ts';
import { log, metrics } from '../suite-fixtures.ts';
import { connectBus } from './nats-bus.ts';

describe.skipIf(!hasNatsServer())('on a real broker', () => {
  let server: NatsServer;
  beforeAll(async () => {
    server = await startNats();
  });
  afterAll(() => server.stop());

  const timing = { noResponderDelaysMs: [10, 20], retryDelaysMs: [5, 5, 5, 5], graceMs: 50 };
  busSuite('nats bus', () => connectBus({ url: server.url, service: 'suite', log, metrics, timing }));
});
