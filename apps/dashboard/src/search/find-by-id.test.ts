import { Client } from '@estate/client';
import { expect, it } from 'vitest';
import { findById } from './find-by-id.ts';

const ID = 'd1a2b3c4e5f6g7h8i9j0';
const signal = new AbortController().signal;
const NOTHING = { error: 'Not Found', message: 'gone', statusCode: 404, code: 'not-found', requestId: 'r' };

/** The API with some answers; everything else is unknown to it. */
const apiWith = (answers: Readonly<Record<string, object>>) =>
  new Client({
    baseUrl: '',
    fetch: (input) => {
      const path = String(input).replace(/\?.*/, '');
      const answer = path === '/events' ? { hasMore: false, data: [] } : undefined;
      const body = answers[path] ?? answer;
      return Promise.resolve(Response.json(body ?? NOTHING, { status: body ? 200 : 404 }));
    },
  });

it.each([
  ['properties', { id: ID, externalId: 'A-1', fields: { title: 'Loft' } }, 'Loft'],
  ['listings', { id: ID, propertyId: 'p', property: { externalId: 'A-1' } }, 'A-1'],
  ['targets', { id: ID, type: 'immowelt' }, 'immowelt'],
  ['webhooks', { id: ID, url: 'https://hooks.example' }, 'https://hooks.example'],
  ['mails', { id: ID, subject: 'Anfrage' }, 'Anfrage'],
  ['requests', { id: ID, prospect: { email: 'jana@example.org' } }, 'jana@example.org'],
  ['contacts', { id: ID, email: 'anna@example.org' }, 'anna@example.org'],
])('the search by id finds one of the %s', async (kind, thing, title) => {
  const found = await findById(apiWith({ [`/${kind}/${ID}`]: thing }), ID, signal);
  expect(found).toMatchObject([{ to: `/${kind}/${ID}`, title }]);
});

it('the search by id finds a report on the page of its target', async () => {
  const objects = [
    { number: 'P-77', state: 'rejected', messages: [{ severity: 'error', text: 'Bild fehlt' }] },
  ];
  const report = { id: ID, targetId: 't1', at: '2026-11-24T13:03:00.000Z', objects };
  const found = await findById(apiWith({ [`/reports/${ID}`]: report }), ID, signal);
  expect(found).toMatchObject([{ to: `/targets/t1?report=${ID}`, title: 'P-77', below: 'Bild fehlt' }]);
});

it('the search by id finds an event by what it is about, and not the event after it', async () => {
  const event = (eventId: string) => ({
    ...{ eventId, eventName: 'property.processing_failed', eventTime: '2026-11-24T13:03:00.000Z' },
    eventPayload: { id: 'p1' },
  });
  const withEvent = (eventId: string) => apiWith({ '/events': { hasMore: false, data: [event(eventId)] } });
  expect(await findById(withEvent(ID), ID, signal)).toMatchObject([{ to: '/properties/p1' }]);
  expect(await findById(withEvent('d1a2b3c4e5f6g7h8i9j1'), ID, signal)).toEqual([]);
});

it('the search by id fails with the error of the API when that is no 404', async () => {
  const failing = new Client({
    baseUrl: '',
    retries: 0,
    fetch: () =>
      Promise.resolve(Response.json({ ...NOTHING, statusCode: 403, code: 'forbidden' }, { status: 403 })),
  });
  await expect(findById(failing, ID, signal)).rejects.toMatchObject({ status: 403 });
});
