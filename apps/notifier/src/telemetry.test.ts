import { Writable } from 'node:stream';
import { createLogger, createMetrics } from '@estate/observability';
import { describe, expect, it } from 'vitest';
import { newDelivery } from './domain/delivery.ts';
import { notifierEvents } from './telemetry.ts';

const log = createLogger({ service: 'notifier', level: 'silent' });
const clock = () => new Date();
const event = { id: 'e', eventName: 'publication.succeeded' as const, eventTime: new Date(), accountId: 'a' };
const delivery = newDelivery(event, { id: 'w', status: 'active' }, { id: 'd', now: new Date() });
const answered = (statusCode: number) => ({ statusCode, body: '', bodyTruncated: false, durationMs: 3 });

function stage() {
  const metrics = createMetrics('notifier');
  const events = notifierEvents({ log, metrics, clock });
  const lines = async (name: string) =>
    (await metrics.registry.metrics())
      .split('\n')
      .filter((line) => line.startsWith(name))
      .map((line) => line.replace(/,?service="notifier"/, ''));
  return { events, lines };
}

describe('metrics of the notifier', () => {
  it('counters of the notifier start at 0 for every label value', async () => {
    const { lines } = stage();
    expect(await lines('webhook_deliveries_total')).toEqual(
      ['succeeded', 'failed', 'exhausted', 'discarded'].map(
        (outcome) => `webhook_deliveries_total{outcome="${outcome}"} 0`,
      ),
    );
    expect(await lines('webhook_disabled_total')).toEqual([
      'webhook_disabled_total{reason="receiver_gone"} 0',
      'webhook_disabled_total{reason="failing"} 0',
    ]);
    expect(await lines('webhook_resends_abandoned_total')).toEqual(['webhook_resends_abandoned_total{} 0']);
  });

  it('a delivery is counted once, when it ends, whatever the number of its attempts', async () => {
    const { events, lines } = stage();
    const again = { status: 'pending' as const, nextAttemptAt: new Date() };
    events.attempted(delivery, answered(503), again);
    events.attempted(delivery, answered(503), again);
    events.attempted(delivery, answered(200), { status: 'succeeded' });
    expect(await lines('webhook_attempts_total{outcome="repeated"')).toEqual([
      'webhook_attempts_total{outcome="repeated",code_class="5xx"} 2',
    ]);
    expect(await lines('webhook_deliveries_total{outcome="succeeded"')).toEqual([
      'webhook_deliveries_total{outcome="succeeded"} 1',
    ]);
  });

  it('deliveries discarded with a webhook, exhausted deliveries and abandoned bulk resends are counted', async () => {
    const { events, lines } = stage();
    events.webhookDisabled('w', 'receiver_gone', 7);
    events.exhausted(2);
    events.resendAbandoned({ id: 'r', webhookId: 'w' });
    expect(await lines('webhook_deliveries_total{outcome="discarded"')).toEqual([
      'webhook_deliveries_total{outcome="discarded"} 7',
    ]);
    expect(await lines('webhook_deliveries_total{outcome="exhausted"')).toEqual([
      'webhook_deliveries_total{outcome="exhausted"} 2',
    ]);
    expect(await lines('webhook_disabled_total{reason="receiver_gone"')).toEqual([
      'webhook_disabled_total{reason="receiver_gone"} 1',
    ]);
    expect(await lines('webhook_resends_abandoned_total')).toEqual(['webhook_resends_abandoned_total{} 1']);
  });

  it('suspended receivers are shown beside the number of known receivers', async () => {
    const { events, lines } = stage();
    events.held(2, 5);
    expect([...(await lines('webhook_held_receivers')), ...(await lines('webhook_known_receivers'))]).toEqual(
      ['webhook_held_receivers{} 2', 'webhook_known_receivers{} 5'],
    );
  });
});

describe('log lines of the notifier', () => {
  it('an attempt has a line at info whatever its outcome, with the ids of its delivery', () => {
    const lines: Record<string, unknown>[] = [];
    const destination = new Writable({
      write: (chunk: Buffer, _encoding, written) => {
        lines.push(JSON.parse(chunk.toString()) as Record<string, unknown>);
        written();
      },
    });
    const logged = createLogger({ service: 'notifier', level: 'info', destination });
    const events = notifierEvents({ log: logged, metrics: createMetrics('notifier'), clock });
    events.attempted(delivery, answered(503), { status: 'pending', nextAttemptAt: new Date() });
    events.attempted(delivery, answered(200), { status: 'succeeded' });
    const about = {
      level: 'info',
      msg: 'webhook.attempted',
      accountId: 'a',
      deliveryId: 'd',
      webhookId: 'w',
    };
    expect(lines).toMatchObject([
      { ...about, eventId: 'e', outcome: 'repeated', code: '503' },
      { ...about, eventId: 'e', outcome: 'succeeded', code: '200' },
    ]);
  });
});
