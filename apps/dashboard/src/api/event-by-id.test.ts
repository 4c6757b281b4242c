import { Client } from '@estate/client';
import { describe, expect, it } from 'vitest';
import { eventById, idBefore } from './event-by-id.ts';

const ID = 'd1a2b3c4e5f6g7h8i9j0';
const LATER = 'd1a2b3c4e5f6g7h8i9j1';
const signal = new AbortController().signal;

/** The API whose first event after the one that is asked for has this id. */
function apiWith(eventId?: string) {
  const asked: string[] = [];
  const data = eventId === undefined ? [] : [{ eventId }];
  const fetch = (input: RequestInfo | URL) => {
    asked.push(String(input));
    return Promise.resolve(Response.json({ hasMore: true, data }));
  };
  return { asked, api: new Client({ baseUrl: '', fetch }) };
}

it('the id before another one is smaller, and no id is between them', () => {
  expect(idBefore('00000000000000000021')).toBe('00000000000000000020');
  expect(idBefore('000000000000000000a0')).toBe('0000000000000000009v');
  expect(idBefore('d0000000000000000000')).toBe('cvvvvvvvvvvvvvvvvvvv');
  for (const id of [ID, 'a0000000000000000001']) expect(idBefore(id) < id).toBe(true);
});

it('the id before another one is itself an id', () => {
  for (const id of [ID, 'd0000000000000000000', '00000000000000000000']) {
    expect(idBefore(id)).toMatch(/^[0-9a-v]{20}$/);
  }
});

describe('an event by its id', () => {
  it('an event is read by its id in one call', async () => {
    const { api, asked } = apiWith(ID);
    expect(await eventById(api, ID, signal)).toMatchObject({ eventId: ID });
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatch(/^\/events\?/);
    expect(asked[0]).toContain(`startAfter=${idBefore(ID)}`);
    expect(asked[0]).toContain('limit=1');
  });

  it('an event that is no longer stored is not mistaken for the one after it', async () => {
    expect(await eventById(apiWith(LATER).api, ID, signal)).toBeUndefined();
    expect(await eventById(apiWith().api, ID, signal)).toBeUndefined();
  });
});
