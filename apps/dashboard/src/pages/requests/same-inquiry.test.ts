import type { ContactRequest } from '@estate/client';
import { expect, it } from 'vitest';
import { isSameInquiry, personKeyOf } from './same-inquiry.ts';

const request = (id: string, more: Partial<ContactRequest> = {}): ContactRequest => ({
  ...{ id, createdAt: '2026-11-20T10:00:00.000Z', message: 'Hallo', targetId: 't1', propertyId: 'p1' },
  ...{ prospect: { email: 'jana@example.org' }, propertyProvidedByPlatform: {}, handling: { state: 'new' } },
  ...more,
});

it('a person is known again by the email address, else by a number', () => {
  expect(personKeyOf({ prospect: { email: ' Jana@Example.org', phone: '1' } })).toBe('jana@example.org');
  expect(personKeyOf({ prospect: { email: '', phone: '0351 1' } })).toBe('0351 1');
  expect(personKeyOf({ prospect: { lastName: 'Müller' } })).toBeUndefined();
});

it('two requests are the same inquiry if they are of one person about one property', () => {
  const one = request('r1');
  expect(isSameInquiry(one, request('r2', { prospect: { email: 'JANA@example.org' }, targetId: 't2' }))).toBe(
    true,
  );
  expect(isSameInquiry(one, one)).toBe(false);
  expect(isSameInquiry(one, request('r2', { propertyId: 'p2' }))).toBe(false);
  expect(isSameInquiry(one, request('r2', { prospect: { email: 'tom@example.org' } }))).toBe(false);
  const unknown = { propertyId: undefined, propertyProvidedByPlatform: { externalId: 'A-1' } };
  expect(isSameInquiry(request('r1', unknown), request('r2', unknown))).toBe(true);
  expect(isSameInquiry(request('r1', unknown), request('r2', { ...unknown, targetId: 't2' }))).toBe(false);
  const nowhere = { propertyId: undefined };
  expect(isSameInquiry(request('r1', nowhere), request('r2', nowhere))).toBe(false);
  const nameless = { prospect: { lastName: 'Müller' } };
  expect(isSameInquiry(request('r1', nameless), request('r2', nameless))).toBe(false);
});
