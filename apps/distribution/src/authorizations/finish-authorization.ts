import type { AuthorizationCallback, AuthorizationOutcome, CallbackRefusal } from '@estate/contracts';
import { Unavailable } from '@estate/errors';
import { traceOf } from '@estate/observability';
import { secretsEqual } from '@estate/vault';
import type { Deps } from '../deps.ts';
import type { AuthorizationRecord } from '../domain/authorization.ts';
import { accountLogin } from '../targets/target-login.ts';
import type { TargetRecord } from '../domain/target.ts';
import type { Acceptance } from '../stores/targets/target-grants.ts';
import { claimLogin } from '../targets/claim-login.ts';
import { republishTarget } from '../targets/republish-target.ts';
import type { Token, TokenAnswer } from './flow.ts';
import { callLimit, stateId, unavailable } from './begin-authorization.ts';

const refuse = (reason: CallbackRefusal): AuthorizationOutcome => ({ kind: 'refuse', reason });

/** Ends a flow with what its callback carries; a state decides at most once, and only for the target's newest flow. */
export async function finishAuthorization(
  { state, oauth_token: token, oauth_verifier: verifier }: AuthorizationCallback,
  requestId: string,
  deps: Deps,
): Promise<AuthorizationOutcome> {
  const { authorizations, clock } = deps;
  const record = await authorizations.find(stateId(state));
  if (!record) return refuse('unknown');
  const refusal = await refusalOf(record, { token, verifier }, deps);
  if (refusal) return refuse(refusal);
  if (!(await authorizations.use(record.id, clock()))) return refuse('used');
  if (verifier === undefined) return reject(record, deps);
  // One limit for all calls of the platform: an end user waits for them, and must not read that nothing was changed when something was.
  const limited = { ...deps, signal: callLimit(deps.signal) };
  const answer = await exchange(record, verifier, limited).catch(async (error: unknown) => {
    await authorizations.handBack(record.id);
    throw error;
  });
  if (answer.ok) return accept(record, { ...answer, requestId }, limited);
  await authorizations.handBack(record.id);
  // That the platform gives no access, for example because its first answer was lost, is no decision of the end user.
  if (answer.reason === 'refused') return refuse('refused');
  throw unavailable(`The platform could not be reached: ${answer.message}`);
}

interface Presented {
  token: string | undefined;
  verifier: string | undefined;
}

async function refusalOf(
  record: AuthorizationRecord,
  presented: Presented,
  { clock, targets }: Pick<Deps, 'clock' | 'targets'>,
): Promise<CallbackRefusal | undefined> {
  if (record.usedAt) return 'used';
  if (record.expiresAt <= clock()) return 'expired';
  if (isForged(record, presented)) return 'forged';
  const target = await targets.find(record.accountId, record.targetId);
  return target?.authorization?.invitation?.authorizationId === record.id ? undefined : 'superseded';
}

/** The platform returns the request token beside the state; a verifier without it, or with another one, is not from there. */
function isForged({ requestToken }: AuthorizationRecord, { token, verifier }: Presented): boolean {
  if (token === undefined) return verifier !== undefined;
  return !secretsEqual(token, requestToken);
}

async function exchange(record: AuthorizationRecord, verifier: string, deps: Deps): Promise<TokenAnswer> {
  const { consumers, flows, signal, vault } = deps;
  const flow = flows.get(record.type);
  const consumer = await consumers.find(record.accountId, record.type);
  if (!flow) throw new Unavailable(`The operator has removed the type ${record.type}.`);
  if (consumer?.key !== record.consumerKey) {
    return { ok: false, reason: 'refused', message: 'The consumer credentials have been replaced.' };
  }
  const secret = vault.open(record.sealedRequestSecret, record.id);
  return flow.accessToken(consumer, { token: record.requestToken, secret, verifier }, signal);
}

async function accept(
  record: AuthorizationRecord,
  { requestId, ...token }: Token & { requestId: string },
  deps: Deps,
): Promise<AuthorizationOutcome> {
  const { clock, newId, vault } = deps;
  const { targetId } = record;
  const at = clock();
  const grant = {
    id: newId(),
    sealedToken: vault.seal(token.token, targetId),
    sealedSecret: vault.seal(token.secret, targetId),
    consumerKey: record.consumerKey,
    acceptedAt: at,
  };
  const republish = { token: newId(), ...traceOf({ requestId }) };
  const login = await loginOf(record, token, deps);
  const stored = await store(record, { grant, at, republish, login }, deps);
  if ('holder' in stored) return reject(record, deps, stored.holder);
  if (!stored.written) return refuse('superseded');
  await republishTarget(stored.written, deps);
  return landed(record, 'accepted');
}

/** The account on the platform; a worker finds it later if the platform cannot be asked now. */
async function loginOf(
  { accountId, type }: AuthorizationRecord,
  token: Token,
  { consumers, flows, signal }: Deps,
): Promise<string | undefined> {
  const flow = flows.get(type);
  const consumer = await consumers.find(accountId, type);
  const account = flow && consumer && (await flow.accountOf(consumer, token, signal));
  return account === undefined ? undefined : accountLogin(type, account);
}

/** Stores the consent, unless another target of the account publishes to the same account on the platform. */
async function store(
  { id, accountId, targetId, type }: AuthorizationRecord,
  given: Acceptance,
  deps: Deps,
): Promise<{ written: TargetRecord | null } | { holder: TargetRecord }> {
  const { grants } = deps.targets;
  const { login } = given;
  if (login === undefined) return { written: await grants.accept(targetId, id, given) };
  const isKept = (await deps.targets.peek(targetId))?.login === login;
  const write = () => grants.accept(targetId, id, isKept ? given : { ...given, ownsLogin: true });
  return claimLogin({ id: targetId, accountId, type, login, isKept }, write, deps);
}

async function reject(
  record: AuthorizationRecord,
  { clock, targets }: Deps,
  holder?: TargetRecord,
): Promise<AuthorizationOutcome> {
  const decided = await targets.grants.reject(record.targetId, record.id, clock());
  return decided ? landed(record, 'rejected', holder) : refuse('superseded');
}

/** The end user returns to the customer's page. */
function landed(
  { redirectUrl, targetId }: AuthorizationRecord,
  status: 'accepted' | 'rejected',
  holder?: TargetRecord,
): AuthorizationOutcome {
  const url = new URL(redirectUrl);
  url.searchParams.set('targetId', targetId);
  url.searchParams.set('status', status);
  if (holder) {
    url.searchParams.set('reason', 'target-login-taken');
    url.searchParams.set('takenBy', holder.id);
  }
  return { kind: 'redirect', status, location: url.href };
}
