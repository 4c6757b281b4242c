import { InvalidInput, Unavailable } from '@estate/errors';
import type { Deps } from '../deps.ts';
import type { Invitation } from '../domain/authorization.ts';
import type { MarketplaceFlow } from './flow.ts';
import { newState, stateId } from './state.ts';

/** As long as the marketplace keeps a request token. */
export const LIFE_MS = 30 * 60_000;
const TIMEOUT_MS = 8000;

interface Wish {
  accountId: string;
  targetId: string;
  type: string;
  redirectUrl: string;
}

type BeginDeps = Pick<Deps, 'authorizations' | 'clock' | 'consumers' | 'publicUrl' | 'signal' | 'vault'>;

/** Opens a flow for a target at the marketplace. @throws InvalidInput without consumer credentials, or with wrong ones */
export async function beginAuthorization(
  { accountId, targetId, type, redirectUrl }: Wish,
  flow: MarketplaceFlow,
  deps: BeginDeps,
): Promise<Invitation> {
  const { authorizations, clock, consumers, publicUrl, signal, vault } = deps;
  const consumer = await consumers.find(accountId, type);
  if (!consumer) throw missing(type);
  const state = newState();
  const callback = new URL(`/authorizations/${state}`, publicUrl).href;
  const limited = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
  const createdAt = clock();
  const answer = await flow.requestToken(consumer, callback, limited);
  if (!answer.ok) throw answer.reason === 'refused' ? refused(type, answer.message) : away(answer.message);
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
  return { authorizationId: id, url: flow.confirmUrl(answer.token), expiresAt };
}

const ENDPOINTS: Record<string, string> = { 'marketplace-24-sandbox': 'PUT /account/sandbox' };

function missing(type: string): InvalidInput {
  const how = `set them with ${ENDPOINTS[type] ?? 'PUT /account'} first`;
  return new InvalidInput(`The account has no consumer credentials for ${type}; ${how}.`, {
    code: 'consumer-credentials-missing',
  });
}

const refused = (type: string, reason: string): InvalidInput =>
  new InvalidInput(`The marketplace rejected the consumer credentials for ${type}: ${reason}`, {
    code: 'consumer-credentials-refused',
  });

const away = (reason: string): Unavailable =>
  new Unavailable(`The marketplace could not be reached to authorize the target: ${reason}`, {
    code: 'marketplace-away',
    retryAfterMs: 10_000,
  });
