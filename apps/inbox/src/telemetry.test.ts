import { createLogger, createMetrics } from '@estate/observability';
import { describe, expect, it } from 'vitest';
import { inboxEvents } from './telemetry.ts';

const log = createLogger({ service: 'inbox', level: 'silent' });

describe('what the inbox counts', () => {
  const stage = () => {
    const metrics = createMetrics('inbox');
    const events = inboxEvents({ log, metrics }, ['portals', 'other']);
    const lines = async (start: string) =>
      (await metrics.registry.metrics()).split('\n').filter((line) => line.startsWith(start));
    return { events, lines };
  };

  it('what the inbox counts shows mailboxes with and without a connection', async () => {
    const { events, lines } = stage();
    expect(await lines('inbox_mailbox_connected')).toEqual([
      'inbox_mailbox_connected{mailbox="portals",service="inbox"} 0',
      'inbox_mailbox_connected{mailbox="other",service="inbox"} 0',
    ]);
    events.mailboxChanged({ mailbox: 'portals', state: 'connected' });
    expect(await lines('inbox_mailbox_connected{mailbox="portals"')).toEqual([
      'inbox_mailbox_connected{mailbox="portals",service="inbox"} 1',
    ]);
    events.mailboxChanged({ mailbox: 'portals', state: 'unavailable' });
    expect(await lines('inbox_mailbox_connected{mailbox="portals"')).toEqual([
      'inbox_mailbox_connected{mailbox="portals",service="inbox"} 0',
    ]);
  });

  it('what the inbox counts shows when the certificate expires while there is one, and nothing without', async () => {
    const { events, lines } = stage();
    const name = 'inbox_smtp_certificate_expiry_timestamp_seconds';
    expect(await lines(name)).toEqual([]);
    const stop = events.showCertificate(() => new Date(5000));
    expect(await lines(name)).toEqual([`${name}{source="smtp",service="inbox"} 5`]);
    stop();
    expect(await lines(name)).toEqual([]);
  });

  it('what the inbox counts has every refusal and every outcome from 0 on', async () => {
    const { events, lines } = stage();
    const trouble = 'inbox_mails_refused_total{source="smtp",reason="trouble",service="inbox"}';
    expect(await lines(trouble)).toEqual([`${trouble} 0`]);
    events.mailRefused({ source: 'smtp', reason: 'trouble' });
    expect(await lines(trouble)).toEqual([`${trouble} 1`]);
    for (const outcome of ['failed', 'parsed']) {
      const read = `inbox_mails_read_total{outcome="${outcome}",code="xml_malformed",service="inbox"}`;
      expect(await lines(read)).toEqual([`${read} 0`]);
    }
  });
});
