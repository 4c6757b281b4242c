import { PropertyChanged } from '@estate/contracts';
import { consume, message, on } from '@estate/messaging';
import { connectTransport } from '@estate/messaging/testing';
import { createLogger, createMetrics } from '@estate/observability';
import { eventually, hasNatsServer, startGuardedBroker } from '@estate/testing';
import type { GuardedBroker } from '@estate/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const log = createLogger({ service: 'queue-ages', level: 'silent' });
const ID = '0123456789abcdefghij';

describe.skipIf(!hasNatsServer())('a service under its own user of the broker', () => {
  let broker: GuardedBroker;
  beforeAll(async () => {
    broker = await startGuardedBroker();
  });
  afterAll(() => broker.stop());

  it('a service under its own user of the broker can tell how old its queues are and how many dead letters it has', async () => {
    const metrics = createMetrics('distribution');
    const busOf = (service: string) =>
      connectTransport({ url: broker.urlOf(service), service, log, metrics: createMetrics(service) });
    const [catalog, distribution] = await Promise.all([busOf('catalog'), busOf('distribution')]);
    let letGo = () => {};
    const held = new Promise<void>((resolve) => (letGo = resolve));
    const host = { name: 'distribution', log, metrics };
    const consumer = await consume(distribution, host, {
      'on-property-changed': on(PropertyChanged, () => held),
    });
    const data = { propertyId: ID, revision: 1, processingStatus: 'successful' as const };
    const about = { id: ID, accountId: ID, requestId: 'req-test', at: new Date() };
    await catalog.publish(message(PropertyChanged, data, about));
    const shown = async () => (await metrics.registry.metrics()).split('\n');
    const labels = 'consumer="distribution-on-property-changed",service="distribution"';
    const age = await eventually(async () => {
      const line = (await shown()).find((one) =>
        one.startsWith(`consumer_oldest_message_seconds{${labels}}`),
      );
      const seconds = Number(line?.split(' ').at(-1));
      return seconds > 0 && seconds;
    });
    expect(age).toBeLessThan(60);
    expect(await shown()).toContain(`dead_letters{${labels}} 0`);
    letGo();
    await consumer.close();
    await Promise.all([catalog.close(), distribution.close()]);
  });
});
