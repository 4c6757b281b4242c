import { describe, expect, it } from 'vitest';
import { wants } from './event-filter.ts';
import type { FilteredEvent } from './event-filter.ts';
import type { StoredWebhook } from './webhook.ts';

const events: StoredWebhook['events'] = ['publication.failed', 'property.processing_failed'];
const ofTarget = (targetId: string, propertyType?: string): FilteredEvent => ({
  eventName: 'publication.failed',
  targetId,
  ...(propertyType !== undefined && { propertyType }),
});
const ofProperty = (propertyType: string): FilteredEvent => ({
  eventName: 'property.processing_failed',
  propertyType,
});

describe('the events that a webhook wants', () => {
  it('a webhook without a filter wants every event that it names', () => {
    expect(wants({ id: 'w1', events }, ofTarget('t1'))).toBe(true);
    expect(wants({ id: 'w1', events }, { ...ofTarget('t1'), eventName: 'publication.succeeded' })).toBe(
      false,
    );
  });

  it('a webhook with targets wants no event about another target, and every event about none', () => {
    const webhook = { id: 'w1', events, filter: { targetIds: ['t1', 't2'] } };
    expect(['t1', 't2', 't3'].map((id) => wants(webhook, ofTarget(id)))).toEqual([true, true, false]);
    expect(wants(webhook, ofProperty('apartmentBuy'))).toBe(true);
  });

  it('a webhook with property types wants no event about a property of another type, and every event about an unknown one', () => {
    const webhook: Pick<StoredWebhook, 'id' | 'events' | 'filter'> = {
      id: 'w1',
      events,
      filter: { propertyTypes: ['apartmentBuy'] },
    };
    expect(wants(webhook, ofProperty('apartmentBuy'))).toBe(true);
    expect(wants(webhook, ofProperty('houseBuy'))).toBe(false);
    expect(wants(webhook, ofTarget('t1', 'houseBuy'))).toBe(false);
    expect(wants(webhook, ofTarget('t1'))).toBe(true);
  });

  it('a webhook with targets and property types wants only what meets both', () => {
    const filter = { targetIds: ['t1'], propertyTypes: ['apartmentBuy' as const] };
    expect(wants({ id: 'w1', events, filter }, ofTarget('t1', 'apartmentBuy'))).toBe(true);
    expect(wants({ id: 'w1', events, filter }, ofTarget('t1', 'houseBuy'))).toBe(false);
    expect(wants({ id: 'w1', events, filter }, ofTarget('t2', 'apartmentBuy'))).toBe(false);
  });
});
