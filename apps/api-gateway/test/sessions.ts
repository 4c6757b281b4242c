import { createVault, parseVaultKeys } from '@estate/vault';
import { DashboardSessions } from '../src/edge/access/sessions.ts';
import { fingerprintOf } from '../src/edge/access/fingerprint.ts';
import type { Identity } from '../src/domain/user.ts';
import { PAGE_HEADER } from '../src/edge/access/own-page.ts';

/** The keys of the vault of the gateways that `startGateways` starts. */
export const VAULT_KEYS = `k1:${Buffer.alloc(32, 7).toString('base64')}`;

/** The headers of a request that the dashboard sends in a session of a user. */
export function sessionHeaders(userId: string, identity: Identity): Record<string, string> {
  const sessions = new DashboardSessions({
    vault: createVault(parseVaultKeys(VAULT_KEYS)),
    clock: () => new Date(),
    publicUrl: undefined,
    ended: { add: () => Promise.resolve(), has: () => Promise.resolve(false) },
  });
  const head = { method: 'GET', url: '/', params: {}, query: {}, headers: {}, requestId: 'r', address: '' };
  const cookie = sessions.begin(
    { userId, fingerprint: fingerprintOf(identity) },
    { ...head, answerHeaders: {}, notes: {} },
  );
  return { cookie: cookie.split(';')[0] ?? '', [PAGE_HEADER]: '1' };
}
