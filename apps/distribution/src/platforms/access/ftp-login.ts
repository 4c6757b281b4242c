import type { FtpCredentials, FtpSettings, TargetReplacements } from '@estate/contracts';
import { requireNone } from '@estate/errors';
import type { Problem } from '@estate/errors';
import type { Deps } from '../../deps.ts';
import { KEPT, problemsWith, rulesOf } from '../../domain/target-rules.ts';
import { certificateSeen } from '../../domain/target.ts';
import type { TargetRecord } from '../../domain/target.ts';
import { storeCall } from '../../stores/store-call.ts';
import { requireLogin } from '../../targets/claim-login.ts';
import { hostProblems } from '../../targets/host-problems.ts';
import { keptPasswordProblems } from '../../targets/kept-password.ts';
import { portalLogin } from '../../targets/target-login.ts';
import type { EncryptionMemory, TargetAccount } from '../platform.ts';
import { profileFrom } from '../any-portal.ts';
import { changeOf, plainAccount } from './choices.ts';
import { requireOwnResults } from './shared-report-folder.ts';
import type { IfSeen, TargetAccess } from './target-access.ts';

/** The access by host, username and password: a portal that takes files. */
export const ftpLogin: TargetAccess<'ftp-login'> = {
  async begin(input, { id, accountId }, deps) {
    const { settings, type } = input;
    const { password, ...credentials } = input.credentials;
    const login = loginOf({ ...input, credentials: { ...credentials, password } }, deps);
    const access = { credentials, ...(settings && { settings }) };
    await requireOwnResults({ id, accountId, type, ...access }, deps);
    return { ...access, login, sealedPassword: deps.vault.seal(password, id) };
  },
  async replace(input, caller, deps) {
    const { accountId, seen } = caller;
    for (let { stored } = caller; ;) {
      const replaced = await replaceStored(input, { ...caller, stored }, deps);
      if (replaced || seen || input.credentials.password !== undefined) return replaced;
      // After a concurrent change, it is decided again whether the password can be kept.
      const current = await deps.targets.find(accountId, input.id);
      if (!current) return null;
      stored = current;
    }
  },
  problems({ id, type, credentials, hasPassword, autoCollectRequests, settings }, { egress, profiles }) {
    const isPasswordKnown = hasPassword || id !== undefined;
    const wish = {
      credentials: { ...credentials, ...(isPasswordKnown && { password: KEPT }) },
      autoCollectRequests,
    };
    const ofHost = credentials.host === undefined ? [] : hostProblems(credentials.host, egress);
    return [...problemsWith(rulesFor({ type, settings }, profiles), wish), ...ofHost];
  },
  account(target, { targets, vault }) {
    const account = withPassword(target, vault.open(target.sealedPassword ?? '', target.id));
    const { host } = account.credentials;
    const encryption: EncryptionMemory = {
      seen: certificateSeen(target),
      remember: (certificate) => storeCall(targets.rememberEncryption(target.id, { host, certificate })),
    };
    return { ...account, encryption };
  },
  closedAccount: (target) => withPassword(target, ''),
  login: ({ type, credentials }, { profiles }) => {
    const profile = profiles.get(type);
    return Promise.resolve(credentials && profile && portalLogin(credentials, profile.defaultPath));
  },
};

/**
 * Replaces the target. Without a password it writes none, and only while the login is unchanged: of two replacements, none undoes the
 * password of the other.
 */
async function replaceStored(
  input: TargetReplacements['ftp-login'],
  caller: IfSeen,
  deps: Deps,
): Promise<TargetRecord | null> {
  const { accountId, stored } = caller;
  const { id, type, settings } = input;
  const { password, ...credentials } = input.credentials;
  const kept = password === undefined ? keptPasswordProblems(stored.credentials, credentials) : [];
  const wish = { ...input, credentials: { ...credentials, password: password ?? KEPT } };
  const login = loginOf(wish, deps, kept);
  const access = { credentials, ...(settings && { settings }) };
  await requireOwnResults({ id, accountId, type, ...access }, deps);
  const change = {
    ...changeOf(input, caller, deps),
    ...access,
    login,
    ...(password === undefined ? { keptOf: stored } : { sealedPassword: deps.vault.seal(password, id) }),
  };
  const isKept = (await ftpLogin.login(stored, deps)) === login;
  const write = () => deps.targets.update(accountId, id, isKept ? change : { ...change, ownsLogin: true });
  return requireLogin({ id, accountId, type, login, isKept }, write, deps);
}

interface Wish {
  type: string;
  credentials: FtpCredentials;
  autoCollectRequests?: boolean | undefined;
  settings?: FtpSettings | undefined;
}

/** The rules of a type, with the settings of a target. @throws InvalidInput for an unknown type */
const rulesFor = ({ type, settings }: Pick<Wish, 'type' | 'settings'>, profiles: Deps['profiles']) =>
  settings ? profileFrom(settings) : rulesOf(profiles, type);

/** The login of credentials that the platform accepts. @throws InvalidInput that names everything it refuses */
function loginOf(
  { type, settings, ...wish }: Wish,
  { egress, profiles }: Pick<Deps, 'egress' | 'profiles'>,
  further: readonly Problem[] = [],
): string {
  const rules = rulesFor({ type, settings }, profiles);
  requireNone([...problemsWith(rules, wish), ...hostProblems(wish.credentials.host, egress), ...further]);
  return portalLogin(wish.credentials, rules.defaultPath);
}

function withPassword(target: TargetRecord, password: string): TargetAccount {
  const { id, credentials, settings } = target;
  if (!credentials) throw new Error(`the target ${id} has no credentials`);
  return {
    ...plainAccount(target),
    credentials: { ...credentials, password },
    ...(settings && { settings }),
  };
}
