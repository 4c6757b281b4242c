import type { Target } from '@estate/contracts';
import type { ApiClient } from './api-client.ts';
import { say } from './say.ts';
import type { DemoWorld } from './demo-world.ts';

/** The credentials that the marketplace of the sandbox issues to its applications. */
const CONSUMER = { key: 'demo-key', secret: 'demo-secret' };
const TYPE = 'marketplace-24';

/** A target on the sandbox's marketplace that its end user has approved; that of an earlier start, if there is one. */
export async function demoMarketplaceTarget(api: ApiClient, world: DemoWorld): Promise<Target> {
  await api.put('/account', CONSUMER);
  const targets = await api.get<Target[]>('/targets?limit=100');
  const known = targets.find(
    ({ type, authorizationStatus }) => type === TYPE && authorizationStatus === 'accepted',
  );
  if (known) return known;
  const target = await api.post<Target>('/targets', { type: TYPE, redirectUrl: `${world.receiverUrl}/` });
  const status = await acceptAsEndUser(target.authorizationUrl ?? '');
  say(`created a marketplace target; the end user authorized it: ${status}`);
  return target;
}

/** Follows the redirects like a browser: consent page, decision, callback, and back to the customer. */
export async function acceptAsEndUser(authorizationUrl: string, user = 'demo'): Promise<string> {
  const consent = await fetch(authorizationUrl);
  if (!consent.ok) throw new Error(`The consent page was answered with ${String(consent.status)}.`);
  const token = new URL(authorizationUrl).searchParams.get('oauth_token') ?? '';
  const body = new URLSearchParams({ oauth_token: token, user, decision: 'accept' });
  const decided = await fetch(authorizationUrl, { method: 'POST', body, redirect: 'manual' });
  const callback = decided.headers.get('location') ?? '';
  const finished = await fetch(callback, { redirect: 'manual' });
  const landing = finished.headers.get('location');
  if (landing === null) throw new Error(`The callback was answered with ${String(finished.status)}.`);
  return new URL(landing).searchParams.get('status') ?? '';
}
