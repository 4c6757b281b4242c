import { checkProperty } from '@estate/contracts';
import { Unavailable } from '@estate/errors';
import { createLogger, createMetrics } from '@estate/observability';
import { startNats } from '@estate/testing';
import { describe, expect, it } from 'vitest';
import { answer } from '../answer.ts';
import { serveAnswers } from '../bus.ts';
import { newHost } from '../suite-fixtures.ts';
import { inspectAnswers, inspectBroker } from './inspect-broker.ts';
import { connectTransport } from './nats-bus.ts';

describe('a look at the broker', () => {
  it('the inspection of a broker shows its streams and the replicas that answer, and creates nothing', async () => {
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
      'MARKS',
      'REDRIVE',
      'WAKE',
    ]);
    expect(version).toMatch(/^\d+\./);
    expect(await inspectAnswers(server.url)).toEqual([]);
    const host = newHost();
    const answering = await serveAnswers(bus, host, [
      answer(checkProperty, () => Promise.resolve({ exists: true })),
    ]);
    expect(await inspectAnswers(server.url)).toMatchObject([
      { service: host.name, subjects: [checkProperty.subject] },
    ]);
    await answering.close();
    await bus.close();
    await server.stop();
    await expect(inspectBroker(server.url, 500)).rejects.toThrow(Unavailable);
  });
});
