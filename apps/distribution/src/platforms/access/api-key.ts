import { createHash } from 'node:crypto';
import { requireLogin } from '../../targets/claim-login.ts';
import { accountLogin } from '../../targets/target-login.ts';
import { changeOf, plainAccount } from './choices.ts';
import type { TargetAccess } from './target-access.ts';

/** The access by a key that the platform issued to the account. The key is stored where other kinds of access have their password. */
export const apiKey: TargetAccess<'api-key'> = {
  begin: ({ type, credentials }, { id }, { vault }) =>
    Promise.resolve({
      login: loginOf(type, credentials.apiKey),
      sealedPassword: vault.seal(credentials.apiKey, id),
    }),
  async replace(input, caller, deps) {
    const { accountId, stored } = caller;
    const { id, type } = input;
    const key = input.credentials?.apiKey;
    // A kept key is not written: another replacement may have set a new one meanwhile.
    if (key === undefined) return deps.targets.update(accountId, id, changeOf(input, caller, deps));
    const login = loginOf(type, key);
    const change = { ...changeOf(input, caller, deps), login, sealedPassword: deps.vault.seal(key, id) };
    const isKept = stored.login === login;
    const write = () => deps.targets.update(accountId, id, isKept ? change : { ...change, ownsLogin: true });
    return requireLogin({ id, accountId, type, login, isKept }, write, deps);
  },
  problems: () => [],
  account: (target, { vault }) => ({
    ...plainAccount(target),
    apiKey: vault.open(target.sealedPassword ?? '', target.id),
  }),
  closedAccount: plainAccount,
  login: ({ login }) => Promise.resolve(login),
};

/** The login of a key, which identifies its account without revealing the key. */
const loginOf = (type: string, key: string): string =>
  accountLogin(type, createHash('sha256').update(key, 'utf8').digest('hex'));
