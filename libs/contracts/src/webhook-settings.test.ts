import { describe, expect, it } from 'vitest';
import { WebhookInput } from './webhook.ts';

const plain = { url: 'https://app.example.org/hooks', events: ['publication.failed'] };
const accepts = (settings: object) => WebhookInput.safeParse({ ...plain, ...settings }).success;
const headers = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`X-${index}`, 'a']));

describe('the settings of a webhook', () => {
  it.each([
    { name: 'CRM' },
    { maxDeliveriesPerSecond: 1 },
    { maxDeliveriesPerSecond: 1000 },
    { retryScheduleSeconds: [1, 86_400, 1, 1, 1, 1, 1, 1] },
    { headers: { Authorization: 'Bearer a b', 'X-Tenant': '~' } },
    { headers: headers(10) },
    { filter: {} },
    { filter: { targetIds: ['d1a2b3c4e5f6g7h8i9j0'], propertyTypes: ['apartmentBuy', 'houseBuy'] } },
  ])('the settings %j are accepted', (settings) => {
    expect(accepts(settings)).toBe(true);
  });

  it.each([
    { name: ' ' },
    { maxDeliveriesPerSecond: 0 },
    { maxDeliveriesPerSecond: 1001 },
    { maxDeliveriesPerSecond: 0.5 },
    { retryScheduleSeconds: [] },
    { retryScheduleSeconds: [0] },
    { retryScheduleSeconds: [86_401] },
    { retryScheduleSeconds: [1, 1, 1, 1, 1, 1, 1, 1, 1] },
    { headers: headers(11) },
    { headers: { 'X-A': 'line\nbreak' } },
    { headers: { 'X-A': '' } },
    { headers: { 'X-A': ' a' } },
    { headers: { 'X-A': 'ä' } },
    { headers: { 'X A': 'a' } },
    { headers: { 'X-A': 'a', 'x-a': 'b' } },
    { filter: { targetIds: [] } },
    { filter: { targetIds: ['x'] } },
    { filter: { propertyTypes: ['castle'] } },
    { filter: { propertyTypes: ['houseBuy', 'houseBuy'] } },
    { filter: { cities: ['Berlin'] } },
  ])('the settings %j are refused', (settings) => {
    expect(accepts(settings)).toBe(false);
  });

  it.each([
    'Content-Type', 'content-length', 'HOST', 'User-Agent', 'Transfer-Encoding', 'Connection', 'Accept-Encoding',
    'Service-Signature', 'service-request-id', 'Webhook-Id', 'webhook-sequence', 'Proxy-Authorization', 'traceparent',
  ])('the header %s cannot be set, because the service sets it', (name) => {
    expect(accepts({ headers: { [name]: 'a' } })).toBe(false);
  }); // oxfmt-ignore
});
