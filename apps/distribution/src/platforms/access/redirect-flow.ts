import { traceOf } from '@estate/observability';
import { beginAuthorization, callLimit } from '../../authorizations/begin-authorization.ts';
import type { TargetAuthorization } from '../../domain/authorization.ts';
import type { TargetRecord } from '../../domain/target.ts';
import { accountLogin } from '../../targets/target-login.ts';
import type { AuthorizedAccount } from '../platform.ts';
import { choicesOf, plainAccount } from './choices.ts';
import type { TargetAccess } from './target-access.ts';

/** The access by an end user's approval on the platform. */
export const redirectFlow: TargetAccess<'redirect-flow'> = {
  async begin(input, { id, accountId }, deps) {
    const begun = await beginAuthorization(input, { accountId, targetId: id }, deps);
    return { authorization: { status: 'pending', ...begun } };
  },
  /** Publications wait for the end user, but removals do not. */
  async replace(input, { accountId, seen, stored, ...caller }, deps) {
    const { id, hiddenAddress } = input;
    const begun = await beginAuthorization(input, { accountId, targetId: id }, deps);
    return deps.targets.updateFlow(accountId, id, {
      ...begun,
      ...choicesOf(input),
      updatedAt: deps.clock(),
      ...(hiddenAddress !== stored.hiddenAddress && {
        republish: { token: deps.newId(), ...traceOf(caller) },
      }),
      seen,
    });
  },
  problems: () => [],
  account(target, { vault }) {
    const account = withStatus(target);
    const { grant } = target.authorization ?? {};
    if (!grant) return account;
    const { id, consumerKey, sealedToken, sealedSecret } = grant;
    const [token, secret] = [vault.open(sealedToken, target.id), vault.open(sealedSecret, target.id)];
    return { ...account, grant: { id, consumerKey, token, secret } };
  },
  closedAccount: withStatus,
  async login({ id, accountId, type, authorization, login }, { consumers, flows, signal, vault }) {
    if (login !== undefined) return login;
    const grant = authorization?.status === 'accepted' ? authorization.grant : undefined;
    const flow = flows.get(type);
    const consumer = await consumers.find(accountId, type);
    if (!grant || !flow || consumer?.key !== grant.consumerKey) return undefined;
    const token = { token: vault.open(grant.sealedToken, id), secret: vault.open(grant.sealedSecret, id) };
    const account = await flow.accountOf(consumer, token, callLimit(signal));
    return account === undefined ? undefined : accountLogin(type, account);
  },
};

function withStatus(target: TargetRecord): AuthorizedAccount {
  const { status }: Pick<TargetAuthorization, 'status'> = target.authorization ?? { status: 'pending' };
  return { ...plainAccount(target), accountId: target.accountId, status };
}
