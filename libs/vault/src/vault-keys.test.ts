import { describe, expect, it } from 'vitest';
import { parseVaultKeys } from './vault-keys.ts';

const bytes = (fill: number, length = 32) => Buffer.alloc(length, fill);
const key = (fill: number, length = 32) => bytes(fill, length).toString('base64');

describe('the vault keys of the environment', () => {
  it('the vault keys of the environment may be one key', () => {
    expect(parseVaultKeys(`k1:${key(1)}`)).toEqual({ current: { id: 'k1', key: bytes(1) } });
  });

  it('the vault keys of the environment may be two keys, the current one first', () => {
    expect(parseVaultKeys(`k1:${key(1)}, k0:${key(0)}`)).toEqual({
      current: { id: 'k1', key: bytes(1) },
      previous: { id: 'k0', key: bytes(0) },
    });
  });

  it('the vault keys of the environment may be written in base64url', () => {
    expect(parseVaultKeys(`k1:${bytes(255).toString('base64url')}`).current.key).toEqual(bytes(255));
  });

  it.each([
    ['', 'no colon'],
    [key(1), 'no colon'],
    [`:${key(1)}`, 'id of vault key 1'],
    [`k.1:${key(1)}`, 'id of vault key 1'],
    ['k1:', 'not base64'],
    ['k1:not base64!', 'not base64'],
    [`k1:${key(1, 16)}`, 'must be 32 bytes after base64, but it is 16'],
    [`k1:${key(1)},`, 'Vault key 2'],
    [`k1:${key(1)},k1:${key(0)}`, 'different ids'],
    [`k2:${key(2)},k1:${key(1)},k0:${key(0)}`, 'one or two keys'],
  ])(
    'the vault keys of the environment are refused with a clear word when they are %j',
    (spec, complaint) => {
      expect(() => parseVaultKeys(spec)).toThrow(complaint);
    },
  );

  it('the vault keys of the environment are never shown by the complaint', () => {
    const secret = key(7, 31);
    expect(() => parseVaultKeys(`k1:${secret}`)).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining(secret) }),
    );
  });
});
