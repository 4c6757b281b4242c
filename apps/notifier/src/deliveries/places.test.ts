import { describe, expect, it } from 'vitest';
import { Places } from './places.ts';

describe('places', () => {
  it('leaves room for others beside a slow webhook', () => {
    const places = new Places({ total: 5, perWebhook: 3 });
    expect(places.take('slow')).toBe(3);
    expect(places.take('slow')).toBe(0);
    expect(places.take('other')).toBe(2);
    expect(places.full).toBe(true);
  });

  it('gives back what was freed', () => {
    const places = new Places({ total: 5, perWebhook: 3 });
    places.take('one');
    places.free('one', 2);
    expect(places.full).toBe(false);
    expect(places.take('one')).toBe(2);
  });
});
