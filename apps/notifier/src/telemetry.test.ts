import { createLogger, createMetrics } from '@estate/observability';
import { describe, expect, it } from 'vitest';
import { newDelivery } from './domain/delivery.ts';
import { notifierEvents } from './telemetry.ts';

const log = createLogger({ service: 'notifier', level: 'silent' });
const event = { id: 'e', eventName: 'publication.succeeded' as const, accountId: 'a' };
const delivery = newDelivery(event, { id: 'w', status: 'active' }, { id: 'd', now: new Date() });
const answered = (statusCode: number) => ({ statusCode, body: '', bodyTruncated: false, durationMs: 3 });

function stage() {
  const metrics = createMetrics('notifier');
  const events = notifierEvents({ log, metrics });
  const lines = async (name: string) =>
    (await metrics.registry.metrics())
      .split('\n')
      .filter((line) => line.startsWith(name))
      .map((line) => line.replace(/,?service="notifier"/, ''));
  return { events, lines };
}

describe('what the notifier counts', () => {
  it('is there from 0 on', async () => {
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
  });

  it('is every delivery once, when it ends, however often it was attempted', async () => {
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

  it('is what was discarded with a webhook, and what nobody could end', async () => {
    const { events, lines } = stage();
    events.webhookDisabled('w', 'receiver_gone', 7);
    events.exhausted(2);
    expect(await lines('webhook_deliveries_total{outcome="discarded"')).toEqual([
      'webhook_deliveries_total{outcome="discarded"} 7',
    ]);
    expect(await lines('webhook_deliveries_total{outcome="exhausted"')).toEqual([
      'webhook_deliveries_total{outcome="exhausted"} 2',
    ]);
    expect(await lines('webhook_disabled_total{reason="receiver_gone"')).toEqual([
      'webhook_disabled_total{reason="receiver_gone"} 1',
    ]);
  });

  it('is how many receivers are left alone, of how many that are known', async () => {
    const { events, lines } = stage();
    events.held(2, 5);
    expect([...(await lines('webhook_held_receivers')), ...(await lines('webhook_known_receivers'))]).toEqual(
      ['webhook_held_receivers{} 2', 'webhook_known_receivers{} 5'],
    );
  });
});
