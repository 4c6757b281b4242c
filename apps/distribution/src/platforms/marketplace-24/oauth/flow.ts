import { classifyNetworkError, send } from '@estate/egress';
import type { RedirectFlow, Token, TokenAnswer } from '../../../authorizations/flow.ts';
import { hasStaleNonce, readTidyMessages } from '../answer.ts';
import { MarketplaceClient } from '../client.ts';
import type { Message } from '../messages.ts';
import { findOwnAccount } from '../own-account.ts';
import type { MarketplaceProfile } from '../profile.ts';
import { cut } from '../object/text.ts';
import { redactor } from '../../rest/redact.ts';
import { ended } from '../validation-words.ts';
import { authorizationHeader } from './authorization-header.ts';
import type { MarketplaceTools } from '../marketplace-tools.ts';
import type { Signer } from './authorization-header.ts';
import type { Parameter } from './signature.ts';

const TIMEOUT_MS = 8000;
const MAX_BYTES = 16_384;
const MAX_WORDS = 400;

type FlowTools = Pick<MarketplaceTools, 'agent' | 'fresh' | 'gate'>;

interface Leg {
  path: string;
  signer: Signer;
  extra: Parameter;
  signal: AbortSignal;
}

/** The three legs of RFC 5849 as the marketplace implements them. */
export function marketplaceFlow(profile: MarketplaceProfile, tools: FlowTools): RedirectFlow {
  const ask = (leg: Leg) => askForToken(() => sendLeg(profile, leg, tools));
  return {
    requestToken: (consumer, callback, signal) =>
      ask({ path: 'request_token', signer: { consumer }, extra: ['oauth_callback', callback], signal }),
    confirmUrl: (requestToken) => {
      const url = new URL(`${profile.apiUrl}/security/oauth/confirm_access`);
      url.searchParams.set('oauth_token', requestToken);
      return url.href;
    },
    accessToken: (consumer, { verifier, ...token }, signal) =>
      ask({ path: 'access_token', signer: { consumer, token }, extra: ['oauth_verifier', verifier], signal }),
    accountOf: (consumer, token, signal) =>
      findOwnAccount(new MarketplaceClient({ ...tools, profile, signer: { consumer, token } }), signal),
  };
}

async function askForToken(sendOnce: () => Promise<Said>): Promise<TokenAnswer> {
  try {
    const first = await sendOnce();
    // A used nonce, or a slightly wrong clock, says nothing about the signer.
    return tokenOf(hasStaleNonce(first) ? await sendOnce() : first);
  } catch (error) {
    return { ok: false, reason: 'unavailable', message: classifyNetworkError(error).message };
  }
}

interface Said {
  statusCode: number;
  text: string;
  messages: Message[];
}

async function sendLeg(
  { apiUrl }: MarketplaceProfile,
  { path, signer, extra, signal }: Leg,
  { agent, fresh }: FlowTools,
): Promise<Said> {
  const request = { method: 'POST' as const, url: `${apiUrl}/security/oauth/${path}` };
  const authorization = authorizationHeader({ ...request, extra: [extra] }, signer, fresh);
  const limits = { once: true, timeoutMs: TIMEOUT_MS, maxBodyBytes: MAX_BYTES, signal };
  const response = await send(agent, { ...request, headers: { authorization }, ...limits });
  const { statusCode, body, truncated } = response;
  const text = truncated && statusCode === 200 ? '' : body.toString('utf8');
  const { consumer, token } = signer;
  const redact = redactor([consumer.secret, token?.token ?? '', token?.secret ?? '']);
  return { statusCode, text, messages: readTidyMessages({ statusCode, text }, redact) };
}

function tokenOf(answer: Said): TokenAnswer {
  const { statusCode, text, messages } = answer;
  if (statusCode === 200) return tokenIn(text);
  return {
    ok: false,
    reason: isRefusal(answer) ? 'refused' : 'unavailable',
    message: said(statusCode, messages),
  };
}

const REFUSALS: readonly number[] = [400, 403, 412, 422];

/** True for a refusal; any other status may come from a proxy or be temporary. */
const isRefusal = ({ statusCode, messages }: Said): boolean =>
  REFUSALS.includes(statusCode) ||
  (statusCode === 401 && messages.some(({ code }) => code.startsWith('ERROR_COMMON_AUTHENTICATION_')));

function tokenIn(text: string): TokenAnswer {
  const form = new URLSearchParams(text);
  const found: Token = { token: form.get('oauth_token') ?? '', secret: form.get('oauth_token_secret') ?? '' };
  if (found.token !== '' && found.secret !== '') return { ok: true, ...found };
  return { ok: false, reason: 'unavailable', message: 'The response contained no token.' };
}

function said(statusCode: number, [message]: Message[]): string {
  return message
    ? ended(`It returned the status ${statusCode}: ${cut(message.text, MAX_WORDS)}`)
    : `It returned the status ${statusCode}.`;
}
