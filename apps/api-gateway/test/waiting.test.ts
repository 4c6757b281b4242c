import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBareGateway } from './matrix/start-bare-gateway.ts';
import type { BareGateway } from './matrix/start-bare-gateway.ts';

let gateway: BareGateway;
beforeAll(async () => {
  gateway = await startBareGateway();
});
afterAll(() => gateway.close());

describe('the list of events with `wait`', () => {
  it('the list of events with `wait` is answered at once when there are events', async () => {
    const { status, text } = await gateway.send('GET', '/events?wait=25');
    expect([status, (JSON.parse(text) as { data: object[] }).data.length]).toEqual([200, 1]);
  });

  it.each(['26', '-1', '1.5', 'true', ''])(
    'the list of events refuses to wait for "%s" seconds',
    async (wait) => {
      const { status, body } = await gateway.send('GET', `/events?wait=${wait}`);
      expect([status, body.details[0]?.path]).toEqual([400, 'wait']);
    },
  );

  it('other lists do not know `wait`', async () => {
    const { status, body } = await gateway.send('GET', '/contacts?wait=1');
    expect([status, body.details[0]?.code]).toEqual([400, 'unknown-field']);
  });
});
