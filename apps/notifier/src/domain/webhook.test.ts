import { describe, expect, it } from 'vitest';
import { liveKeys, toWebhook } from './webhook.ts';
import type { StoredWebhook } from './webhook.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 1, 8, minute));
const webhook: StoredWebhook = {
  id: 'webhook',
  accountId: 'account',
  url: 'https://example.org/hook',
  events: ['publication.succeeded'],
  signingKeys: [
    { sealed: 'ended', since: at(0), until: at(10) },
    { sealed: 'ending', since: at(10), until: at(30) },
    { sealed: 'current', since: at(20) },
  ],
  status: 'enabled',
  createdAt: at(0),
  updatedAt: at(20),
};

describe('the signing keys of a webhook', () => {
  it('sign until they end, the current one first', () => {
    expect(liveKeys(webhook, at(25)).map(({ sealed }) => sealed)).toEqual(['current', 'ending']);
    expect(liveKeys(webhook, at(30)).map(({ sealed }) => sealed)).toEqual(['current']);
  });

  it('show the current one to the customer', () => {
    expect(toWebhook(webhook, (sealed) => `opened ${sealed}`).signingKey).toBe('opened current');
  });
});
