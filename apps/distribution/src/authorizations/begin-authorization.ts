import { createHash, randomBytes } from 'node:crypto';
import { platformsWith } from '@estate/contracts';
import type { RedirectFlowType } from '@estate/contracts';
import { InvalidInput, Unavailable } from '@estate/errors';
import type { Deps } from '../deps.ts';
import type { AuthorizationRecord, Invitation, TargetAuthorization } from '../domain/authorization.ts';
import { redirectUrlOf, rulesOf } from '../domain/target-rules.ts';
import type { Redirecting } from '../domain/target-rules.ts';

/** As long as the platform keeps a request token. */
const LIFE_MS = 30 * 60_000;
const TIMEOUT_MS = 8000;

type OfTarget = Pick<AuthorizationRecord, 'accountId' | 'targetId'>;
type Begun = Pick<TargetAuthorization, 'redirectUrl'> & { invitation: Invitation };

/** Only the hash of a state is stored. */
export const stateId = (state: string): string => createHash('sha256').update(state, 'utf8').digest('hex');

/** The time limit of a call of a flow. */
export const callLimit = (signal: AbortSignal) => AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);

/**
 * Opens a flow for a target at its platform. @throws InvalidInput without consumer credentials, or with wrong ones
 */
export async function beginAuthorization(
  input: Redirecting & { type: RedirectFlowType },
  { accountId, targetId }: OfTarget,
  { authorizations, clock, consumers, flows, publicUrl, signal, vault }: Deps,
): Promise<Begun> {
  const { type } = input;
  const redirectUrl = redirectUrlOf(input);
  const flow = rulesOf(flows, type);
  const consumer = await consumers.find(accountId, type);
  if (!consumer) throw missing(type);
  // The state is a secret: it authorizes its holder to finish one flow.
  const state = randomBytes(32).toString('base64url');
  const callback = new URL(`/authorizations/${state}`, publicUrl).href;
  const createdAt = clock();
  const answer = await flow.requestToken(consumer, callback, callLimit(signal));
  if (!answer.ok) {
    if (answer.reason === 'refused') throw refused(type, answer.message);
    throw unavailable(
      `The target could not be authorized, because the platform could not be reached: ${answer.message}`,
    );
  }
  const expiresAt = new Date(createdAt.getTime() + LIFE_MS);
  const id = stateId(state);
  await authorizations.insert({
    id,
    accountId,
    targetId,
    type,
    redirectUrl,
    requestToken: answer.token,
    sealedRequestSecret: vault.seal(answer.secret, id),
    consumerKey: consumer.key,
    createdAt,
    expiresAt,
  });
  const url = flow.confirmUrl(answer.token);
  return { redirectUrl, invitation: { authorizationId: id, url, expiresAt } };
}

const CONSUMER_PATHS = Object.fromEntries(
  platformsWith('redirect-flow').map(({ type, consumer }) => [type, consumer.path]),
) as Record<RedirectFlowType, string>;

function missing(type: RedirectFlowType): InvalidInput {
  const how = `set them with PUT ${CONSUMER_PATHS[type]} first`;
  return new InvalidInput(`The account has no consumer credentials for ${type}; ${how}.`, {
    code: 'consumer-credentials-missing',
  });
}

const refused = (type: string, reason: string): InvalidInput =>
  new InvalidInput(`The platform rejected the consumer credentials for ${type}: ${reason}`, {
    code: 'consumer-credentials-refused',
  });

export const unavailable = (message: string): Unavailable =>
  new Unavailable(message, { code: 'marketplace-away', retryAfterMs: 10_000 });
