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

/** Longer than a callback takes: its calls of the platform have one limit, its writes wait for the database. */
const LEASE_MS = 30_000;

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
  if (!(await authorizations.use(record.id, clock(), LEASE_MS))) {
    throw unavailable('Another callback of this authorization is being completed.');
  }
  if (verifier === undefined) return reject(record, deps);
  // One limit for all calls of the platform: an end user waits for them, and must not read that nothing was changed when something was.
  const limited = { ...deps, signal: callLimit(deps.signal) };
  const decision = await decide(record, { verifier, requestId }, limited).catch(async (error: unknown) => {
    // A right that cannot be given back ends by itself.
    await authorizations.handBack(record.id).catch(() => undefined);
    throw error;
  });
  return 'answer' in decision ? unanswered(record, decision.answer, deps) : landing(record, decision, deps);
}

type Refused = Extract<TokenAnswer, { ok: false }>;
type Decision = { written: TargetRecord | null } | { holder: TargetRecord };

/** Gets the access token and stores it with the target. */
async function decide(
  record: AuthorizationRecord,
  { verifier, requestId }: { verifier: string; requestId: string },
  deps: Deps,
): Promise<Decision | { answer: Refused }> {
  const answer = await accessOf(record, verifier, deps);
  return answer.ok ? store(record, { ...answer, requestId }, deps) : { answer };
}

/** A platform that gives no access, for example because its first answer was lost, is not a refusal by the end user. */
async function unanswered(
  { id }: AuthorizationRecord,
  { reason, message }: Refused,
  { authorizations }: Deps,
): Promise<AuthorizationOutcome> {
  await authorizations.handBack(id);
  if (reason === 'refused') return refuse('refused');
  throw unavailable(`The platform could not be reached: ${message}`);
}

async function landing(
  record: AuthorizationRecord,
  decision: Decision,
  deps: Deps,
): Promise<AuthorizationOutcome> {
  const { authorizations, log } = deps;
  const { id, targetId } = record;
  const drop = () =>
    authorizations
      .dropAccess(id)
      .catch((error: unknown) => log.warn({ err: error, targetId }, 'authorization.access-left'));
  if ('holder' in decision) {
    const rejected = await reject(record, deps, decision.holder);
    // Not before the rejection is stored: until then a reload needs the token.
    await drop();
    return rejected;
  }
  await drop();
  if (!decision.written) return refuse('superseded');
  await republishTarget(decision.written, deps);
  return landed(record, 'accepted');
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
  const target = await targets.find(record.accountId, record.targetId);
  const invited = target?.authorization?.invitation?.authorizationId;
  const isInvited = invited === record.id;
  // With its access token still there, it had decided nothing before a newer invitation took its place.
  const isSuperseded = record.access !== undefined && invited !== undefined;
  if (!isInvited && !isSuperseded && (record.usedAt ?? record.access)) return 'used';
  if (record.expiresAt <= clock()) return 'expired';
  if (isForged(record, presented)) return 'forged';
  return isInvited ? undefined : 'superseded';
}

/** The platform returns the request token beside the state; a verifier without it, or with another one, is not from there. */
function isForged({ requestToken }: AuthorizationRecord, { token, verifier }: Presented): boolean {
  if (token === undefined) return verifier !== undefined;
  return !secretsEqual(token, requestToken);
}

/** The access token of an earlier callback that could not store it with the target, or else of an exchange. */
async function accessOf(record: AuthorizationRecord, verifier: string, deps: Deps): Promise<TokenAnswer> {
  const { authorizations, consumers, flows, signal, vault } = deps;
  const { id, access, requestToken } = record;
  const flow = flows.get(record.type);
  const consumer = await consumers.find(record.accountId, record.type);
  if (!flow) throw new Unavailable(`The operator has removed the type ${record.type}.`);
  if (consumer?.key !== record.consumerKey) {
    return { ok: false, reason: 'refused', message: 'The consumer credentials have been replaced.' };
  }
  if (access) {
    return {
      ok: true,
      token: vault.open(access.sealedToken, id),
      secret: vault.open(access.sealedSecret, id),
    };
  }
  const secret = vault.open(record.sealedRequestSecret, id);
  const answer = await flow.accessToken(consumer, { token: requestToken, secret, verifier }, signal);
  if (answer.ok) {
    await authorizations.keepAccess(id, {
      sealedToken: vault.seal(answer.token, id),
      sealedSecret: vault.seal(answer.secret, id),
    });
  }
  return answer;
}

/** Stores the consent, unless another target of the account publishes to the same account on the platform. */
async function store(
  record: AuthorizationRecord,
  { requestId, ...token }: Token & { requestId: string },
  deps: Deps,
): Promise<Decision> {
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
  return write(record, { grant, at, republish, login: await loginOf(record, token, deps) }, deps);
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

async function write(
  { id, accountId, targetId, type }: AuthorizationRecord,
  given: Acceptance,
  deps: Deps,
): Promise<Decision> {
  const { grants } = deps.targets;
  const { login } = given;
  if (login === undefined) return { written: await grants.accept(targetId, id, given) };
  const isKept = (await deps.targets.peek(targetId))?.login === login;
  const accept = () => grants.accept(targetId, id, isKept ? given : { ...given, ownsLogin: true });
  return claimLogin({ id: targetId, accountId, type, login, isKept }, accept, deps);
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
