import { afterEach, describe, expect, it } from 'vitest';
import { accept, cleanUp, deliver, hostile } from './hostile.fixture.ts';

afterEach(cleanUp);

const local = { allowHttp: true, allowedNetworks: ['127.0.0.0/8'] };

describe('the headers of a customer', () => {
  it('the headers of a customer are sent with a delivery, and replace none that the service sets', async () => {
    const receiver = await hostile(accept);
    const headers = {
      Authorization: 'Bearer 5f1c',
      'X-Tenant': 'north',
      'Webhook-Id': 'other',
      'User-Agent': 'x',
    };
    const url = `http://127.0.0.1:${String(receiver.port)}/`;
    expect(await deliver(url, local, { headers })).toMatchObject({ statusCode: 204 });
    const sent = receiver.head.toLowerCase().split('\r\n');
    expect(sent).toEqual(
      expect.arrayContaining(['authorization: bearer 5f1c', 'x-tenant: north', 'webhook-id: event']),
    );
    expect(sent.filter((line) => /^(?:webhook-id|user-agent):/.test(line))).toHaveLength(2);
    expect(receiver.head).not.toMatch(/other|: x$/m);
  });
});
