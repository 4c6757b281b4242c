import { createVault, parseVaultKeys } from '@estate/vault';
import { describe, expect, it } from 'vitest';
import { StartedSignIns } from './started-sign-ins.ts';
import type { StartedSignIn } from './started-sign-ins.ts';

const START = new Date('2026-11-01T08:00:00Z');
const STARTED: StartedSignIn = {
  realm: { accountId: 'd1a2b3c4e5f6g7h8i9j0' },
  issuer: 'https://login.example.org',
  clientId: 'estate',
  state: 'the-state',
  nonce: 'the-nonce',
  codeVerifier: 'the-verifier',
  returnTo: '/dashboard/',
};

function world(publicUrl: string | undefined = 'https://api.example.org') {
  const state = { now: START };
  const vault = createVault(parseVaultKeys(`k1:${Buffer.alloc(32, 7).toString('base64')}`));
  const started = new StartedSignIns({ vault, clock: () => state.now, publicUrl });
  const headOf = (cookie?: string) => ({
    ...{ method: 'GET', url: '/', params: {}, query: {}, requestId: 'r', address: '', answerHeaders: {} },
    headers: cookie === undefined ? {} : { cookie },
    notes: {},
  });
  return { state, vault, started, headOf };
}

describe('a started sign-in', () => {
  it('a started sign-in is kept in a cookie that no script and no plain http gets, and that reveals nothing', () => {
    const { started, headOf } = world();
    const cookie = started.keep(STARTED, headOf());
    expect(cookie).toMatch(
      /^__Host-estate_sign_in=\S+; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/,
    );
    for (const secret of ['the-state', 'the-nonce', 'the-verifier']) expect(cookie).not.toContain(secret);
    expect(started.find(headOf(cookie.split(';')[0]))).toMatchObject(STARTED);
  });

  it('a started sign-in is over after ten minutes', () => {
    const { state, started, headOf } = world();
    const cookie = started.keep(STARTED, headOf()).split(';')[0];
    state.now = new Date(START.getTime() + 599_000);
    expect(started.find(headOf(cookie))).toMatchObject(STARTED);
    state.now = new Date(START.getTime() + 600_000);
    expect(() => started.find(headOf(cookie))).toThrow(
      expect.objectContaining({ reason: 'expired' }) as Error,
    );
  });

  it('a started sign-in is not taken from a forged cookie, nor from that of a session', () => {
    const { vault, started, headOf } = world();
    const sealed = vault.seal(
      JSON.stringify({ ...STARTED, until: START.getTime() + 1000 }),
      'dashboard-session-3',
    );
    for (const value of ['', 'x', 'v1.k1.a.b.c', sealed]) {
      expect(() => started.find(headOf(`__Host-estate_sign_in=${value}`))).toThrow(
        expect.objectContaining({ reason: 'started-elsewhere' }) as Error,
      );
    }
  });
});
