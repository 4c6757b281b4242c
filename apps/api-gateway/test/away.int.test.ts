import { eventually } from '@estate/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contactsOwner } from './contacts-owner.ts';
import { startGateways } from './start-gateways.ts';
import type { Gateways } from './start-gateways.ts';

let gateways: Gateways;
let served: { close(): Promise<void> };
let key: string;
beforeAll(async () => {
  gateways = await startGateways(1, { ASK_TIMEOUT_MS: '1000' });
  served = await gateways.serve('catalog', contactsOwner().answers);
  key = (await gateways.account()).key.key;
});
afterAll(async () => {
  await served.close();
  await gateways.close();
});

describe('what stands behind the gateway', () => {
  it('a call is answered with 503 and Retry-After while the broker is unavailable, and works when it is back', async () => {
    expect((await gateways.call(0, '/contacts', { key })).status).toBe(200);
    await gateways.nats.kill();
    const answer = await gateways.call(0, '/contacts', { key });
    expect([answer.status, answer.body['error']]).toEqual([503, 'Service Unavailable']);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    await gateways.nats.restart();
    await eventually(async () => (await gateways.call(0, '/contacts', { key })).status === 200);
  });

  // A server that was given is not ours to stop.
  it.skipIf(process.env['MONGODB_URI'] !== undefined)(
    'a call is answered with 503 and Retry-After, in the common shape of errors, while the database is unavailable',
    async () => {
      const other = (await gateways.account()).key.key;
      await gateways.mongo.stop();
      const answer = await gateways.call(0, '/account/api-keys', { key: other });
      expect([answer.status, answer.body]).toMatchObject([
        503,
        { code: 'store-unavailable', statusCode: 503 },
      ]);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    },
  );
});
