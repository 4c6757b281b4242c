import { send } from '@estate/egress';
import type { EgressRequest, EgressResponse, GuardedAgent } from '@estate/egress';
import type { CustomFetch } from 'openid-client';

/** Thrown if the provider is unreachable, slow, broken, sends too much, or redirects. */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable';
}

export interface ProviderLimits {
  /** The time limit of a call, from name resolution to the last byte of the response. */
  timeoutMs: number;
  maxBodyBytes: number;
}

/** A `fetch` for identity providers, only where the policy allows. Redirects are not followed, and responses are limited. */
export const providerFetch =
  (agent: GuardedAgent, limits: ProviderLimits): CustomFetch =>
  async (url, { method, headers, body }) => {
    const isForm = body instanceof URLSearchParams;
    const answer = await sent(agent, {
      ...limits,
      url,
      method: method as EgressRequest['method'],
      headers,
      ...(body !== null && body !== undefined && { body: textOf(body) }),
      // A code can be exchanged only once.
      once: isForm || method === 'POST',
    });
    requireUsable(answer, limits);
    return responseOf(answer);
  };

async function sent(agent: GuardedAgent, request: EgressRequest): Promise<EgressResponse> {
  try {
    return await send(agent, request);
  } catch (error) {
    throw new ProviderUnavailable('The identity provider could not be reached.', { cause: error });
  }
}

function textOf(body: unknown): string {
  if (typeof body === 'string') return body;
  if (body instanceof URLSearchParams) return body.toString();
  throw new TypeError('Identity providers are sent texts and forms only.');
}

function requireUsable({ statusCode, truncated }: EgressResponse, { maxBodyBytes }: ProviderLimits): void {
  if (statusCode >= 500) {
    throw new ProviderUnavailable(`The identity provider returned the status ${String(statusCode)}.`);
  }
  if (statusCode >= 300 && statusCode < 400) {
    throw new ProviderUnavailable('The identity provider returned a redirect, which is not followed.');
  }
  if (truncated) {
    throw new ProviderUnavailable(
      `The response of the identity provider is longer than ${String(maxBodyBytes)} bytes.`,
    );
  }
}

const NO_BODY = new Set([204, 205]);

function responseOf({ statusCode, headers, body }: EgressResponse): Response {
  const pairs = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    [value ?? []].flat().map((one) => [name, one]),
  );
  return new Response(NO_BODY.has(statusCode) ? null : new Uint8Array(body), {
    status: statusCode,
    headers: pairs,
  });
}
