import { Unavailable } from '@estate/errors';
import { createLogger, createMetrics } from '@estate/observability';
import { startNats } from '@estate/testing';
import { describe, expect, it } from 'vitest';
import { inspectBroker } from './inspect-broker.ts';
import { connectTransport } from './nats-bus.ts';

describe('a look at the broker', () => {
  it('the inspection of a broker shows its streams and creates none', async () => {
    const server = await startNats();
    expect(await inspectBroker(server.url)).toMatchObject({ streams: [], consumers: [] });
    const log = createLogger({ service: 'test', level: 'silent' });
    const bus = await connectTransport({
      url: server.url,
      service: 'test',
      log,
      metrics: createMetrics('test'),
    });
    const { streams, version } = await inspectBroker(server.url);
    expect(streams.map(({ name }) => name).sort()).toEqual([
      'DEAD_LETTERS',
      'EVENTS',
      'FACTS',
      'REDRIVE',
      'WAKE',
    ]);
    expect(version).toMatch(/^\d+\./);
    await bus.close();
    await server.stop();
    await expect(inspectBroker(server.url, 500)).rejects.toThrow(Unavailable);
  });
});
