import { EVENT_NAMES, EventEnvelope } from '@estate/contracts';
import { describe, expect, it } from 'vitest';
import { testEvent } from './test-event.ts';

const about = { id: '0123456789abcdefghij', accountId: 'account', now: new Date() };

describe('an example of an event', () => {
  it.each(EVENT_NAMES)('the example of a %s event fits the contract of events', (name) => {
    const event = testEvent(name, about);
    expect(event.test).toBe(true);
    expect(EventEnvelope.parse(JSON.parse(event.rawBody))).toMatchObject({
      eventName: name,
      eventId: about.id,
    });
  });
});
