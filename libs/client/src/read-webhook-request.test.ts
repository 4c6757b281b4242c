import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { readWebhookRequest, signWebhook, verifyWebhook } from './index.ts';
import type { NodeRequest } from './index.ts';

const KEY = 'whsec_test';
const BODY = JSON.stringify({
  eventId: 'e',
  eventName: 'request.created',
  eventPayload: { body: 'Grüße 🏠' },
});
const headers = async (body = BODY) => ({ 'service-signature': await signWebhook(body, KEY) });

const nodeRequest = (request: Partial<NodeRequest>): NodeRequest => ({
  headers: {},
  [Symbol.asyncIterator]: () => Readable.from([])[Symbol.asyncIterator](),
  ...request,
});

describe('readWebhookRequest', () => {
  it('readWebhookRequest takes a request of fetch', async () => {
    const request = new Request('http://localhost/', {
      method: 'POST',
      body: BODY,
      headers: await headers(),
    });
    expect((await readWebhookRequest(request, KEY)).eventName).toBe('request.created');
    const forged = new Request('http://localhost/', { method: 'POST', body: BODY });
    await expect(readWebhookRequest(forged, KEY)).rejects.toMatchObject({ reason: 'malformed_header' });
  });

  it('readWebhookRequest takes a request of plain Node, in as many pieces as it arrives', async () => {
    let answered: unknown;
    const server = createServer((request, response) => {
      void readWebhookRequest(request, KEY)
        .then((event) => (answered = event.eventPayload))
        .finally(() => response.end());
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const bytes = new TextEncoder().encode(BODY);
    const pieces = new ReadableStream({
      start(stream) {
        // A piece ends within a character.
        stream.enqueue(bytes.subarray(0, bytes.length - 10));
        stream.enqueue(bytes.subarray(bytes.length - 10));
        stream.close();
      },
    });
    const init = { method: 'POST', body: pieces, headers: await headers(), duplex: 'half' };
    await fetch(`http://127.0.0.1:${String(port)}`, init as RequestInit);
    expect(answered).toEqual({ body: 'Grüße 🏠' });
    server.close();
  });

  it.each([
    ['bytes', new TextEncoder().encode(BODY)],
    ['text', BODY],
  ])('readWebhookRequest takes what a parser of Express has left as %s', async (_kind, body) => {
    const request = nodeRequest({ headers: await headers(), body });
    expect((await readWebhookRequest(request, KEY)).eventId).toBe('e');
  });

  it('readWebhookRequest refuses a body of which the bytes are lost, and says how to keep them', async () => {
    const request = nodeRequest({ headers: await headers(), body: JSON.parse(BODY) as unknown });
    await expect(readWebhookRequest(request, KEY)).rejects.toThrow(/express\.raw/);
  });
});

describe('signWebhook', () => {
  it('signWebhook makes the header of a delivery, with a signature for each key', async () => {
    const header = await signWebhook(BODY, ['whsec_new', KEY]);
    await verifyWebhook(BODY, header, KEY);
    await verifyWebhook(BODY, header, 'whsec_new');
    expect(header).toMatch(/^t=\d+, v1=[0-9a-f]{64}, v1=[0-9a-f]{64}$/);
  });
});
