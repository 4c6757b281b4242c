import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkApiKeyShape, hashApiKey, newApiKey } from './api-key.ts';
import { randomBase62, toBase62 } from './base62.ts';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

describe('a new API key', () => {
  it('a new API key has the documented form and passes its own check', () => {
    const { key } = newApiKey();
    expect(key).toMatch(/^rek_live_[0-9A-Za-z]{38}$/);
    expect(checkApiKeyShape(key)).toBe(true);
  });

  it('a new API key comes with what may be stored: hash, prefix and last four', () => {
    const { key, hash, prefix, lastFour } = newApiKey();
    expect(hash).toBe(createHash('sha256').update(key).digest('hex'));
    expect(hash).toBe(hashApiKey(key));
    expect(key.startsWith(prefix)).toBe(true);
    expect(key.endsWith(lastFour)).toBe(true);
    expect(lastFour).toHaveLength(4);
  });

  it('a new API key is another one every time', () => {
    expect(new Set(Array.from({ length: 1000 }, () => newApiKey().key)).size).toBe(1000);
  });
});

describe('a new key of the operator', () => {
  it('a new key of the operator has a prefix of its own and is no API key of a customer', () => {
    const { key, hash, prefix } = newApiKey('operator');
    expect(key).toMatch(/^rek_operator_[0-9A-Za-z]{38}$/);
    expect([prefix, hash]).toEqual(['rek_operator_', hashApiKey(key)]);
    expect([checkApiKeyShape(key, 'operator'), checkApiKeyShape(key)]).toEqual([true, false]);
    expect(checkApiKeyShape(newApiKey().key, 'operator')).toBe(false);
  });
});

describe('the shape check', () => {
  it('the shape check of an API key refuses every key with one wrong character, without any look-up', () => {
    fc.assert(
      fc.property(fc.nat({ max: 46 }), fc.constantFrom(...BASE62, '_', '-', ' '), (index, character) => {
        const { key } = newApiKey();
        fc.pre(key[index] !== character);
        expect(checkApiKeyShape(key.slice(0, index) + character + key.slice(index + 1))).toBe(false);
      }),
      { numRuns: 1000 },
    );
  });

  it('the shape check of an API key refuses every key with two neighbouring characters swapped', () => {
    fc.assert(
      fc.property(fc.nat({ max: 45 }), (index) => {
        const { key } = newApiKey();
        fc.pre(key[index] !== key[index + 1]);
        const swapped = `${key[index + 1]}${key[index]}`;
        expect(checkApiKeyShape(key.slice(0, index) + swapped + key.slice(index + 2))).toBe(false);
      }),
    );
  });

  it('the shape check of an API key refuses whatever else is sent as a key', () => {
    const { key } = newApiKey();
    for (const other of [
      '',
      'rek_live_',
      `${key}\n`,
      ` ${key}`,
      key.slice(0, -1),
      `${key}0`,
      key.toUpperCase(),
    ]) {
      expect(checkApiKeyShape(other)).toBe(false);
    }
    fc.assert(fc.property(fc.string(), (text) => !checkApiKeyShape(text)));
  });
});

describe('the parts of a key', () => {
  it('an API key whose checksum is the CRC-32 of its other characters is accepted', () => {
    expect(checkApiKeyShape('rek_live_0123456789ABCDEFGHIJKLMNOPQRSTUV07pcuK')).toBe(true);
  });

  it('the parts of an API key write a number in base62 with its full width', () => {
    expect(toBase62(0, 6)).toBe('000000');
    expect(toBase62(61, 6)).toBe('00000z');
    expect(toBase62(0xffffffff, 6)).toBe('4gfFC3');
  });

  it('the parts of an API key favour no character', () => {
    const counts = new Map<string, number>();
    for (const character of randomBase62(62_000)) {
      counts.set(character, (counts.get(character) ?? 0) + 1);
    }
    expect([...counts.keys()].sort().join('')).toBe(BASE62);
    // 1000 expected of each, standard deviation 31: a modulo bias would give the first eight 1211.
    const first = [...BASE62.slice(0, 8)].reduce((sum, character) => sum + (counts.get(character) ?? 0), 0);
    expect(first).toBeGreaterThan(7300);
    expect(first).toBeLessThan(8700);
  });
});
