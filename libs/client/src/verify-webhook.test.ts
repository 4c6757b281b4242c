import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WebhookError, readWebhook, verifyWebhook } from './index.ts';

interface Vector {
  name: string;
  rawBody: string;
  timestamp: number;
  signingKeys: string[];
  header: string;
}

const file = new URL('../../contracts/webhook-signature-vectors.json', import.meta.url);
const { vectors } = JSON.parse(readFileSync(file, 'utf8')) as { vectors: Vector[] };

const KEY = 'whsec_test';
const now = () => Math.floor(Date.now() / 1000);
const sign = (body: string | Uint8Array, time: number, key = KEY) =>
  `v1=${createHmac('sha256', key)
    .update(`${String(time)}.`)
    .update(body)
    .digest('hex')}`;
const headerOf = (body: string | Uint8Array, time = now()) => `t=${String(time)}, ${sign(body, time)}`;

describe.each(vectors)('the published vector "$name"', ({ rawBody, signingKeys, header }) => {
  it('a published vector is accepted with each of its keys, as text and as bytes', async () => {
    for (const key of signingKeys) {
      await verifyWebhook(rawBody, header, key, Infinity);
      await verifyWebhook(new TextEncoder().encode(rawBody), header, key, Infinity);
    }
  });

  it('a published vector is refused with another key, with another body and as too old', async () => {
    const [key = ''] = signingKeys;
    await expect(verifyWebhook(rawBody, header, 'whsec_other', Infinity)).rejects.toMatchObject({
      reason: 'wrong_signature',
    });
    await expect(verifyWebhook(`${rawBody} `, header, key, Infinity)).rejects.toMatchObject({
      reason: 'wrong_signature',
    });
    await expect(verifyWebhook(rawBody, header, key)).rejects.toMatchObject({ reason: 'stale' });
  });
});

describe('verifyWebhook', () => {
  it('verifyWebhook accepts what was signed now, with one of several keys', async () => {
    await verifyWebhook('{}', headerOf('{}'), ['whsec_old', KEY]);
  });

  it('verifyWebhook refuses every body of which a byte changed', async () => {
    const property = fc.asyncProperty(fc.uint8Array({ minLength: 1 }), fc.nat(), async (body, at) => {
      const header = headerOf(body);
      await verifyWebhook(body, header, KEY);
      const changed = Uint8Array.from(body);
      changed[at % changed.length] = (changed[at % changed.length] ?? 0) ^ 1;
      await expect(verifyWebhook(changed, header, KEY)).rejects.toBeInstanceOf(WebhookError);
    });
    await fc.assert(property, { numRuns: 50 });
  });

  it('verifyWebhook refuses what was signed too long ago or too far ahead', async () => {
    for (const time of [now() - 310, now() + 310]) {
      await expect(verifyWebhook('{}', headerOf('{}', time), KEY)).rejects.toMatchObject({ reason: 'stale' });
    }
    await verifyWebhook('{}', headerOf('{}', now() - 310), KEY, 3600);
  });

  it('verifyWebhook reads a header without blanks and beside a scheme of a later version', async () => {
    await verifyWebhook('{}', `${headerOf('{}').replaceAll(' ', '')},v2=abc`, KEY);
  });

  const hex = 'a'.repeat(64);
  it.each([
    undefined,
    null,
    '',
    't=1',
    `v1=${hex}`,
    `t=, v1=${hex}`,
    `t=abc, v1=${hex}`,
    `t=1, t=2, v1=${hex}`,
    't=1, v1=abcd',
    `t=1, v1=${'G'.repeat(64)}`,
    `t=1, v1=${hex}, v1=short`,
  ])('verifyWebhook calls the header %j malformed', async (header) => {
    await expect(verifyWebhook('', header, KEY)).rejects.toMatchObject({ reason: 'malformed_header' });
  });

  it('verifyWebhook refuses any text as a header with a typed error', async () => {
    const property = fc.asyncProperty(fc.string(), async (header) => {
      await expect(verifyWebhook('', header, KEY)).rejects.toBeInstanceOf(WebhookError);
    });
    await fc.assert(property, { numRuns: 50 });
  });
});

describe('readWebhook', () => {
  it('readWebhook gives the event of a genuine delivery, typed by its name', async () => {
    const vector = vectors.find(({ name }) => name === 'an event')!;
    const event = await readWebhook(vector.rawBody, vector.header, vector.signingKeys, Infinity);
    if (event.eventName !== 'publication.succeeded') throw new Error('another event');
    expect(event.eventPayload.type).toBe('set');
  });

  it.each(['', '[]', 'null', '{"eventId":1}', '{'])(
    'readWebhook calls the signed body %j no event',
    async (body) => {
      await expect(readWebhook(body, headerOf(body), KEY)).rejects.toMatchObject({ reason: 'not_an_event' });
    },
  );
});
