import { EVENTS, TargetFailing, WebhookDisabled, WebhookFailing } from '@estate/contracts';
import { describe, expect, it } from 'vitest';
import { hasNotice, noticeText } from './notice-text.ts';

const PUBLIC_URL = 'https://api.example.org/';

describe('the text of a notice', () => {
  it('the text of a notice about a failing webhook says in both languages when it will be disabled', () => {
    const { subject, text } = noticeText('webhook.failing', WebhookFailing.example, PUBLIC_URL)!;
    expect(subject).toBe(
      'Der Webhook CRM (app.example.org) ist gestört / The webhook CRM (app.example.org) is failing',
    );
    expect(text).toContain('seit 01.11.2026, 09:30 MEZ');
    expect(text).toContain('wird am 06.11.2026, 09:30 MEZ deaktiviert');
    expect(text).toContain('since 01 Nov 2026, 09:30 CET');
    expect(text).toContain('disabled on 06 Nov 2026, 09:30 CET');
    const link = `https://api.example.org/dashboard/webhooks/${WebhookFailing.example.webhookId}`;
    expect(text.split(link)).toHaveLength(3);
  });

  it('the text of a notice about a disabled webhook says the reason', () => {
    const { text } = noticeText('webhook.disabled', WebhookDisabled.example)!;
    expect(text).toContain('hat mit dem Status 410 (Gone) geantwortet');
    expect(text).toContain('returned the status 410 (Gone)');
    const other = noticeText('webhook.disabled', { ...WebhookDisabled.example, disabledReason: 'failing' })!;
    expect(other.text).toContain('zu lange keine Zustellung');
  });

  it('the text of a notice about a failing target has the message of the platform and what to do', () => {
    const { subject, text } = noticeText('target.failing', TargetFailing.example, PUBLIC_URL)!;
    expect(subject).toContain('Munich office (immowelt)');
    expect(text).toContain('530 Login incorrect');
    expect(text).toContain('replace the credentials');
    expect(text).toContain(`/dashboard/targets/${TargetFailing.example.targetId}`);
  });

  it('the text of a notice has no link where the public address is not configured', () => {
    expect(noticeText('webhook.failing', WebhookFailing.example)!.text).not.toContain('http');
  });

  it('the text of a notice exists for the three events of failures and the closing, and for no other', () => {
    expect(Object.keys(EVENTS).filter(hasNotice)).toEqual([
      'webhook.failing',
      'webhook.disabled',
      'target.failing',
      'account.closed',
    ]);
    expect(noticeText('publication.failed', {})).toBeUndefined();
    expect(hasNotice('toString')).toBe(false);
  });
});
