import { describe, expect, it } from 'vitest';
import { healthChange, isAboutToBeDisabled, liveKeys, rotatedKeys, toWebhook } from './webhook.ts';
import type { StoredWebhook } from './webhook.ts';

const HOUR = 60;
const DAY = 24 * HOUR;
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
  status: 'active',
  createdAt: at(0),
  updatedAt: at(20),
};
const shown = (fields: Partial<StoredWebhook>, minute: number) =>
  toWebhook({ ...webhook, ...fields }, (sealed) => `opened ${sealed}`, at(minute));

describe('the signing keys of a webhook', () => {
  it('the signing keys of a webhook sign until they end, the current one first', () => {
    expect(liveKeys(webhook, at(25)).map(({ sealed }) => sealed)).toEqual(['current', 'ending']);
    expect(liveKeys(webhook, at(30)).map(({ sealed }) => sealed)).toEqual(['current']);
  });

  it('the signing keys of a webhook show the current one to the customer, and until when former ones sign', () => {
    expect(shown({}, 25)).toMatchObject({
      signingKey: 'opened current',
      previousKeysUntil: at(30).toISOString(),
    });
    expect(shown({}, 30).previousKeysUntil).toBeUndefined();
  });

  it('the signing keys of a webhook overlap for a day when they are rotated', () => {
    const keys = rotatedKeys(webhook, 'new', at(40));
    expect(keys).toEqual([
      { sealed: 'new', since: at(40) },
      { sealed: 'current', since: at(20), until: at(40 + DAY) },
    ]);
    expect(liveKeys({ signingKeys: keys! }, at(39 + DAY)).map(({ sealed }) => sealed)).toEqual([
      'new',
      'current',
    ]);
    expect(liveKeys({ signingKeys: keys! }, at(40 + DAY))).toHaveLength(1);
  });

  it('the signing keys of a webhook are five at most', () => {
    let rotated: StoredWebhook = { ...webhook, signingKeys: [{ sealed: 'first', since: at(0) }] };
    for (let n = 1; n < 5; n += 1)
      rotated = { ...rotated, signingKeys: rotatedKeys(rotated, `key ${n}`, at(n))! };
    expect(rotatedKeys(rotated, 'one too many', at(6))).toBeUndefined();
    expect(rotatedKeys(rotated, 'next day', at(DAY + 6))).toHaveLength(2);
  });
});

describe('a webhook whose receiver fails', () => {
  const failing = { failingSince: at(0), lastFailureAt: at(5 * DAY - HOUR) };

  it('a webhook whose receiver fails is disabled after five days without a success', () => {
    expect(isAboutToBeDisabled({ ...webhook, ...failing })).toBe(true);
    expect(isAboutToBeDisabled(webhook)).toBe(false);
  });

  it('a webhook is not disabled because of one short outage that no delivery followed', () => {
    const once = { failingSince: at(0), lastFailureAt: at(11 * HOUR) };
    expect(isAboutToBeDisabled({ ...webhook, ...once })).toBe(false);
    const { failingSince, disablesAt, warning } = shown(once, 9 * DAY);
    expect([failingSince, disablesAt, warning]).toEqual([at(0).toISOString(), undefined, undefined]);
  });

  it('a webhook whose receiver fails is warned about after half of the time', () => {
    expect(shown(failing, 2 * DAY).warning).toBeUndefined();
    expect(shown(failing, 3 * DAY)).toMatchObject({
      failingSince: at(0).toISOString(),
      disablesAt: at(5 * DAY).toISOString(),
      warning: expect.stringContaining(at(5 * DAY).toISOString()),
    });
    expect(shown({ ...failing, status: 'disabled', disabledReason: 'failing' }, 6 * DAY)).toMatchObject({
      disabledReason: 'failing',
    });
  });

  it('a webhook whose receiver fails is noted when it begins, once an hour, and when it ends', () => {
    expect(healthChange({}, true, at(0))).toBeUndefined();
    expect(healthChange({}, false, at(0))).toBe('failing');
    const since = { failingSince: at(0), lastFailureAt: at(30) };
    expect(healthChange(since, false, at(89))).toBeUndefined();
    expect(healthChange(since, false, at(90))).toBe('still-failing');
    expect(healthChange(since, true, at(31))).toBe('recovered');
  });
});
