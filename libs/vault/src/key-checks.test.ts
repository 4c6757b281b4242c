import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { WrongVaultKey, requireKnownKeys } from './key-checks.ts';
import type { KeyChecks, SealedText } from './key-checks.ts';
import { createVault } from './vault.ts';

const key = (id: string) => ({ id, key: randomBytes(32) });
const [k1, k2] = [key('k1'), key('k2')];

function store(texts: readonly SealedText[] = []) {
  const kept = new Map<string, string>();
  const checks: KeyChecks = {
    find: async (keyId) => kept.get(keyId),
    add: async (keyId, check) => {
      if (!kept.has(keyId)) kept.set(keyId, check);
      return kept.get(keyId)!;
    },
    sealedWith: async (keyId) => texts.filter(({ sealed }) => sealed.startsWith(`v1.${keyId}.`)),
  };
  return { kept, checks };
}

const sealed = (by: typeof k1, recordId: string) => ({
  recordId,
  sealed: createVault({ current: by }).seal('secret', recordId),
});

describe('the key of a store', () => {
  it('the vault key of a store is noted when the store is empty, and is right from then on', async () => {
    const { checks, kept } = store();
    await requireKnownKeys({ current: k1 }, checks);
    await requireKnownKeys({ current: k1 }, checks);
    expect([...kept.keys()]).toEqual(['k1']);
  });

  it('the vault key of a store is refused when another one has its id', async () => {
    const { checks, kept } = store();
    await requireKnownKeys({ current: k1 }, checks);
    const before = [...kept];
    await expect(requireKnownKeys({ current: key('k1') }, checks)).rejects.toThrow(WrongVaultKey);
    await expect(requireKnownKeys({ current: k2, previous: key('k1') }, checks)).rejects.toThrow(/"k1"/);
    expect(kept.get('k1')).toBe(before[0]?.[1]);
  });

  it('the vault key of a store is judged by what is sealed already when none was noted', async () => {
    const { checks, kept } = store([sealed(k1, 'a'), sealed(k1, 'b')]);
    await expect(requireKnownKeys({ current: key('k1') }, checks)).rejects.toThrow(WrongVaultKey);
    expect(kept.size).toBe(0);
    await requireKnownKeys({ current: k1 }, checks);
    expect(kept.size).toBe(1);
  });

  it('the vault key of a store is not refused for one text that is damaged', async () => {
    const { checks } = store([{ recordId: 'a', sealed: 'v1.k1.x.y.z' }, sealed(k1, 'b')]);
    await requireKnownKeys({ current: k1 }, checks);
  });

  it('the vault key of a store may be another one with an id of its own, before, behind or without the former one', async () => {
    const { checks, kept } = store([sealed(k1, 'a')]);
    await requireKnownKeys({ current: k1 }, checks);
    await requireKnownKeys({ current: k1, previous: k2 }, checks);
    await requireKnownKeys({ current: k2, previous: k1 }, checks);
    await requireKnownKeys({ current: k2 }, checks);
    expect([...kept.keys()]).toEqual(['k1', 'k2']);
  });

  it('the vault key of a store is that of the first of two replicas that start with different ones', async () => {
    const { checks, kept } = store();
    const found = checks.find;
    // The second one looks before the first one has written.
    checks.find = async () => undefined;
    await requireKnownKeys({ current: k1 }, checks);
    await expect(requireKnownKeys({ current: key('k1') }, checks)).rejects.toThrow(WrongVaultKey);
    checks.find = found;
    await requireKnownKeys({ current: k1 }, checks);
    expect(kept.size).toBe(1);
  });
});

describe('what is said about a wrong key', () => {
  it('what is said about a wrong key is one line that names the setting and the id, and no key', async () => {
    const { checks } = store([sealed(k1, 'a')]);
    const wrong = key('k1');
    const error: unknown = await requireKnownKeys({ current: wrong }, checks).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(WrongVaultKey);
    const { message, stack = '' } = error as Error;
    expect(message).toMatch(/^VAULT_KEYS: the key "k1" [^\n]+$/);
    expect(stack).toBe(`WrongVaultKey: ${message}`);
    for (const one of [k1, wrong]) expect(message).not.toContain(one.key.toString('base64'));
  });
});
