import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PAGE_HEADER } from '../../src/edge/access/own-page.ts';
import { startGateways } from '../start-gateways.ts';
import type { Gateways } from '../start-gateways.ts';

const LIMIT = 5;
const OWN_PAGE = { headers: { [PAGE_HEADER]: '1' } };
const UNKNOWN = '/dashboard/sign-in/0123456789abcdefghij';

let gateways: Gateways;
beforeAll(async () => {
  gateways = await startGateways(1, {
    FAILED_ATTEMPTS_PER_MINUTE: String(LIMIT),
    PUBLIC_URL: 'http://gateway.test:8080',
  });
});
afterAll(() => gateways.close());

async function visit(language: string) {
  const headers = { 'accept-language': language };
  const answer = await fetch(`http://127.0.0.1:${String(gateways.ports[0])}${UNKNOWN}`, { headers });
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), text: await answer.text() };
}

describe('a network from which sign-ins and programs fail', () => {
  it('wrong keys of a program do not keep people of its network from signing in, and failed sign-ins end on a page', async () => {
    for (let attempt = 0; attempt <= LIMIT; attempt += 1)
      await gateways.call(0, '/contacts', { key: 'wrong' });
    expect((await gateways.call(0, '/contacts', { key: 'wrong' })).body['code']).toBe(
      'too-many-failed-attempts',
    );
    const wrong = { body: { apiKey: 'wrong' }, ...OWN_PAGE };
    expect((await gateways.call(0, '/dashboard/session', wrong)).body['code']).toBe('api-key-invalid');
    expect((await visit('en')).text).toContain('no sign-in at this address');

    for (let attempt = 0; attempt < LIMIT; attempt += 1) await visit('en');
    const [english, german] = [await visit('en'), await visit('de')];
    expect([english.status, english.text]).toEqual([429, expect.stringContaining('Wait a minute')]);
    expect([german.status, german.text]).toEqual([429, expect.stringContaining('Warten Sie eine Minute')]);
    expect(english.text).toContain('<!doctype html>');
    expect(Number(english.retryAfter)).toBeGreaterThan(0);
  });
});
