import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SealBroken, createVault } from './vault.ts';

const k0 = { id: 'k0', key: randomBytes(32) };
const k1 = { id: 'k1', key: randomBytes(32) };
const vault = createVault({ current: k1, previous: k0 });
const text = () => fc.string({ unit: 'grapheme' });

describe('a sealed text', () => {
  it('a sealed text opens to what was sealed, whatever it was', () => {
    fc.assert(
      fc.property(text(), text(), (plaintext, recordId) => {
        expect(vault.open(vault.seal(plaintext, recordId), recordId)).toBe(plaintext);
      }),
    );
  });

  it('a sealed text is refused when a single bit of it is flipped, wherever it is', () => {
    fc.assert(
      fc.property(text(), fc.nat(), fc.integer({ min: 0, max: 6 }), (plaintext, at, bit) => {
        const bytes = Buffer.from(vault.seal(plaintext, 'record'));
        const index = at % bytes.length;
        bytes[index] = (bytes[index] ?? 0) ^ (1 << bit);
        expect(() => vault.open(bytes.toString('utf8'), 'record')).toThrow(SealBroken);
      }),
      { numRuns: 1000 },
    );
  });

  it('a sealed text is refused when it is cut short or made longer', () => {
    const sealed = vault.seal('secret', 'record');
    for (let length = 0; length < sealed.length; length += 1) {
      expect(() => vault.open(sealed.slice(0, length), 'record')).toThrow(SealBroken);
    }
    expect(() => vault.open(`${sealed}.AAAA`, 'record')).toThrow(SealBroken);
    expect(() => vault.open(`${sealed}=`, 'record')).toThrow(SealBroken);
  });

  it('a sealed text is refused in any other record', () => {
    fc.assert(
      fc.property(text(), text(), text(), (plaintext, recordId, otherId) => {
        fc.pre(recordId !== otherId);
        expect(() => vault.open(vault.seal(plaintext, recordId), otherId)).toThrow(SealBroken);
      }),
    );
  });

  it('a text that is sealed twice has two different forms', () => {
    expect(vault.seal('secret', 'record')).not.toBe(vault.seal('secret', 'record'));
  });

  it('a sealed text has the form v1.kid.iv.tag.ciphertext', () => {
    expect(vault.seal('secret', 'record')).toMatch(/^v1\.k1\.[\w-]{16}\.[\w-]{22}\.[\w-]{8}$/);
  });
});

describe('a rotation of the vault key', () => {
  const before = createVault({ current: k0 });
  const after = createVault({ current: k1 });

  it('a rotation of the vault key still opens what the previous key sealed and says that it wants the current one', () => {
    const sealed = before.seal('secret', 'record');
    expect(vault.open(sealed, 'record')).toBe('secret');
    expect(vault.needsReseal(sealed)).toBe(true);
    expect(vault.needsReseal(vault.seal('secret', 'record'))).toBe(false);
  });

  it('a rotation of the vault key ends with the previous key gone: what it sealed no longer opens', () => {
    expect(() => after.open(before.seal('secret', 'record'), 'record')).toThrow(SealBroken);
  });

  it('a rotation of the vault key does not accept another key under a known id', () => {
    const impostor = createVault({ current: { id: 'k1', key: randomBytes(32) } });
    expect(() => vault.open(impostor.seal('secret', 'record'), 'record')).toThrow(SealBroken);
  });
});
