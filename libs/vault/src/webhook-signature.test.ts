import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newSigningKey, signWebhook, verifyWebhook } from './webhook-signature.ts';

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

  it('a published vector is accepted with each of its keys and with no other', () => {
    for (const signingKey of signingKeys) {
      expect(verifyWebhook({ rawBody, header, signingKey, now: timestamp })).toEqual({ valid: true });
    }
    expect(verifyWebhook({ rawBody, header, signingKey: newSigningKey(), now: timestamp })).toEqual({
      valid: false,
      reason: 'wrong_signature',
    });
  });
});

describe('a signed webhook', () => {
  const signingKey = newSigningKey();
  const t = 1_767_225_600;

  it('a signed webhook verifies as sent and is refused once a byte of it changes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1 }), fc.nat(), (body, at) => {
        const rawBody = Buffer.from(body);
        const header = signWebhook(rawBody, [signingKey], t);
        expect(verifyWebhook({ rawBody, header, signingKey, now: t }).valid).toBe(true);
        rawBody[at % rawBody.length] = (rawBody[at % rawBody.length] ?? 0) ^ 1;
        expect(verifyWebhook({ rawBody, header, signingKey, now: t }).valid).toBe(false);
      }),
    );
  });

  it.each([
    [0, {}, true],
    [300, {}, true],
    [-300, {}, true],
    [301, {}, false],
    [-301, {}, false],
    [11, { toleranceSeconds: 10 }, false],
  ])(
    'a signed webhook that is verified %i seconds later is judged by the tolerance %j',
    (later, options, fresh) => {
      const header = signWebhook('{}', [signingKey], t);
      const verdict = verifyWebhook({ rawBody: '{}', header, signingKey, now: t + later, ...options });
      expect(verdict).toEqual(fresh ? { valid: true } : { valid: false, reason: 'stale' });
    },
  );

  it('a signed webhook is judged by the present time when no other is given', () => {
    const header = signWebhook('{}', [signingKey], Math.floor(Date.now() / 1000));
    expect(verifyWebhook({ rawBody: '{}', header, signingKey })).toEqual({ valid: true });
    const old = signWebhook('{}', [signingKey], t - 10_000_000);
    expect(verifyWebhook({ rawBody: '{}', header: old, signingKey })).toEqual({
      valid: false,
      reason: 'stale',
    });
  });

  it('a signed webhook does not verify with another timestamp than the signed one', () => {
    const header = signWebhook('{}', [signingKey], t).replace(`t=${t}`, `t=${t + 1}`);
    expect(verifyWebhook({ rawBody: '{}', header, signingKey, now: t })).toEqual({
      valid: false,
      reason: 'wrong_signature',
    });
  });

  it('a signed webhook verifies without blanks in the header and beside a scheme of a later version', () => {
    const header = `${signWebhook('{}', [signingKey], t).replaceAll(' ', '')},v2=abc`;
    expect(verifyWebhook({ rawBody: '{}', header, signingKey, now: t })).toEqual({ valid: true });
  });
});

describe('a header that was not signed by us', () => {
  const hex = 'a'.repeat(64);
  it.each([
    '',
    't=1',
    `v1=${hex}`,
    `t=, v1=${hex}`,
    `t=abc, v1=${hex}`,
    `t=-1, v1=${hex}`,
    `t=1, t=2, v1=${hex}`,
    't=1, v1=',
    't=1, v1=abcd',
    `t=1, v1=${'g'.repeat(64)}`,
    `t=1, v1=${hex}, v1=short`,
    `t=1 v1=${hex}`,
  ])('a header that was not signed by us is called malformed: %j', (header) => {
    expect(verifyWebhook({ rawBody: '', header, signingKey: 'whsec_x', now: 1 })).toEqual({
      valid: false,
      reason: 'malformed_header',
    });
  });

  it('a header that was not signed by us never makes the check throw', () => {
    fc.assert(
      fc.property(
        fc.string(),
        (header) => !verifyWebhook({ rawBody: '', header, signingKey: 'whsec_x' }).valid,
      ),
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
