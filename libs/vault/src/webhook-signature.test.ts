import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newSigningKey, signWebhook } from './webhook-signature.ts';

interface Vector {
  name: string;
  rawBody: string;
  timestamp: number;
  signingKeys: string[];
  header: string;
}

const published = new URL('../../contracts/webhook-signature-vectors.json', import.meta.url);
const { vectors } = JSON.parse(readFileSync(published, 'utf8')) as { vectors: Vector[] };

describe.each(vectors)('the published vector "$name"', ({ rawBody, timestamp, signingKeys, header }) => {
  it('a published vector is what the service signs', () => {
    expect(signWebhook(rawBody, signingKeys, timestamp)).toBe(header);
    expect(signWebhook(Buffer.from(rawBody), signingKeys, timestamp)).toBe(header);
  });
});

describe('a signed webhook', () => {
  it('a signed webhook has another signature once a byte of its body changes', () => {
    const signingKeys = [newSigningKey()];
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1 }), fc.nat(), (body, at) => {
        const rawBody = Buffer.from(body);
        const header = signWebhook(rawBody, signingKeys, 1);
        expect(signWebhook(Buffer.from(body), signingKeys, 1)).toBe(header);
        rawBody[at % rawBody.length] = (rawBody[at % rawBody.length] ?? 0) ^ 1;
        expect(signWebhook(rawBody, signingKeys, 1)).not.toBe(header);
      }),
    );
  });
});

describe('signing', () => {
  it('signing refuses a webhook without a key and a timestamp that is not in seconds', () => {
    expect(() => signWebhook('{}', [], 1)).toThrow('at least one signing key');
    expect(() => signWebhook('{}', ['whsec_x'], 1.5)).toThrow('whole unix seconds');
  });

  it('signing makes keys of 256 random bits', () => {
    expect(newSigningKey()).toMatch(/^whsec_[\w-]{43}$/);
    expect(newSigningKey()).not.toBe(newSigningKey());
  });
});
