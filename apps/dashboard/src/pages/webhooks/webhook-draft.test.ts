import type { Webhook, WebhookInput } from '@estate/client';
import { describe, expect, it } from 'vitest';
import { textOfWaits, waitsIn } from './retry-schedule.ts';
import { draftOf, inputOf, problemsOf } from './webhook-draft.ts';

const input: WebhookInput = {
  url: 'https://app.example.org/hooks',
  events: ['publication.succeeded', 'target.paused'],
  name: 'CRM',
  maxDeliveriesPerSecond: 20,
  retryScheduleSeconds: [30, 300, 5400, 86_400],
  headers: { Authorization: 'Bearer a b', 'X-Tenant': ' 7' },
  filter: { targetIds: ['d1a2b3c4e5f6g7h8i9j0'], propertyTypes: ['apartmentBuy', 'houseBuy'] },
};
const stored = (settings: WebhookInput): Webhook => ({
  ...settings,
  id: 'd1a2b3c4e5f6g7h8i9j1',
  status: 'active',
  createdAt: '2026-11-01T08:30:00.000Z',
  updatedAt: '2026-11-01T08:30:00.000Z',
});

it('the form of a webhook sends every setting that the webhook has', () => {
  expect(inputOf(draftOf(stored(input)))).toEqual(input);
});

it('the form of a webhook without settings sends none', () => {
  const plain: WebhookInput = { url: input.url, events: input.events };
  expect(inputOf(draftOf(stored(plain)))).toEqual(plain);
});

it('the form of a webhook leaves out a setting that was emptied', () => {
  const draft = draftOf(stored(input));
  const emptied = { ...draft, name: ' ', maxDeliveriesPerSecond: '', retrySchedule: '', headers: [] };
  const { url, events, filter } = input;
  expect(inputOf({ ...emptied, propertyTypes: [] })).toEqual({
    url,
    events,
    filter: { targetIds: filter?.targetIds },
  });
  expect(inputOf({ ...emptied, propertyTypes: [], targetIds: [] })).not.toHaveProperty('filter');
});

it('the form of a new webhook chooses every event', () => {
  expect(inputOf({ ...draftOf(), url: input.url })?.events.length).toBeGreaterThan(9);
});

it('the form of a webhook sends nothing while a part of it would be lost', () => {
  const draft = draftOf(stored(input));
  const twice = [
    { row: 0, name: 'X-A', value: '1' },
    { row: 1, name: 'x-a', value: '2' },
  ];
  const none = { events: false, retrySchedule: false, headers: false };
  expect(problemsOf(draft)).toEqual(none);
  for (const [wrong, problem] of [
    [{ ...draft, events: [] }, 'events'],
    [{ ...draft, retrySchedule: 'soon' }, 'retrySchedule'],
    [{ ...draft, headers: twice }, 'headers'],
  ] as const) {
    expect(problemsOf(wrong)).toEqual({ ...none, [problem]: true });
    expect(inputOf(wrong)).toBeUndefined();
  }
});

it('a row of the form without name and value is no header', () => {
  const headers = [{ row: 0, name: ' ', value: '' }];
  expect(inputOf({ ...draftOf(stored(input)), headers })).not.toHaveProperty('headers');
});

describe('a retry schedule as text', () => {
  it.each([
    ['30 s, 5 min, 1 h', [30, 300, 3600]],
    ['90', [90]],
    ['24H,1S', [86_400, 1]],
    ['', []],
    ['1, 1, 1, 1, 1, 1, 1, 1', [1, 1, 1, 1, 1, 1, 1, 1]],
  ])('the retry schedule %j is read as %j', (text, waits) => {
    expect(waitsIn(text)).toEqual(waits);
  });

  it.each(['0', '25 h', '86401', '1.5 min', '-1', '5 days', 'x', '1 2', '1,1,1,1,1,1,1,1,1'])(
    'the retry schedule %j is refused',
    (text) => {
      expect(waitsIn(text)).toBeUndefined();
    },
  );

  it('a retry schedule is shown in the largest unit of each pause and read as the same', () => {
    const waits = [1, 59, 60, 90, 3600, 5400, 86_400];
    expect(textOfWaits(waits)).toBe('1 s, 59 s, 1 min, 90 s, 1 h, 90 min, 24 h');
    expect(waitsIn(textOfWaits(waits))).toEqual(waits);
  });
});
