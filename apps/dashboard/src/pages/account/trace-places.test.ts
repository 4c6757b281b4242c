import type { RequestLogEntry } from '@estate/client';
import { describe, expect, it } from 'vitest';
import { placeOfCall, placeOfResource } from './trace-places.ts';

type Call = Extract<RequestLogEntry, { kind: 'call' }>;

const ID = '0123456789abcdefghij';
const OTHER = 'abcdefghij0123456789';
const call = (fields: Partial<Call>): Call => ({
  ...{
    id: ID,
    kind: 'call',
    at: '2026-11-01T08:30:00.000Z',
    method: 'GET',
    route: '/',
    path: '/',
    status: 200,
  },
  ...{ durationMs: 1, actor: { kind: 'api_key' }, address: '192.0.2.1', requestId: 'r', resourceIds: [] },
  ...fields,
});

describe('the page that a trace leads to', () => {
  it('a resource leads to its page, one without a page to none', () => {
    expect(placeOfResource({ type: 'target', id: ID })).toBe(`/targets/${ID}`);
    expect(placeOfResource({ type: 'property', id: ID })).toBe(`/properties/${ID}`);
    expect(placeOfResource({ type: 'api_key', id: ID })).toBeUndefined();
    expect(placeOfResource({ type: 'target' })).toBeUndefined();
  });

  it('a call leads to the page of the resource in its path, also of an action on it', () => {
    expect(placeOfCall(call({ path: `/targets/${ID}` }))).toBe(`/targets/${ID}`);
    expect(placeOfCall(call({ method: 'POST', path: `/webhooks/${ID}/rotate-key` }))).toBe(`/webhooks/${ID}`);
    expect(placeOfCall(call({ path: '/targets/x' }))).toBeUndefined();
    expect(placeOfCall(call({ path: '/account' }))).toBeUndefined();
  });

  it('a call that created something leads there, and one that deleted something nowhere', () => {
    const created = call({ method: 'POST', path: '/listings', status: 201, resourceIds: [OTHER, ID] });
    expect(placeOfCall(created)).toBe(`/listings/${ID}`);
    expect(placeOfCall(call({ method: 'DELETE', path: `/targets/${ID}` }))).toBeUndefined();
    expect(placeOfCall(call({ method: 'DELETE', path: `/targets/${ID}`, status: 409 }))).toBe(
      `/targets/${ID}`,
    );
    expect(placeOfCall(call({ path: `/targets/${ID}`, status: 404 }))).toBeUndefined();
  });
});
