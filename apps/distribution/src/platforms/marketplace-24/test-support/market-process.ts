import { startSandbox } from '../../test-support/sandbox-process.ts';

export interface MarketObject {
  id: string;
  /** The root that it was sent under. */
  type: string;
  externalId: string;
  fields: Record<string, unknown>;
  contactId: string;
  attachments: Record<string, unknown>[];
  publishedAt?: string;
  revision: number;
}

export interface MarketCall {
  method: string;
  path: string;
  status: number;
  /** The reason why the marketplace refused the call. */
  refusal?: { code: string; message: string; ordered: boolean };
}

/** A marketplace to publish on, and the test's direct access to it. */
export interface MarketProcess {
  /** The address, without a trailing slash. */
  url: string;
  objects(externalId?: string): Promise<MarketObject[]>;
  contacts(): Promise<{ id: string; fields: Record<string, unknown>; isDefault: boolean }[]>;
  calls(): Promise<MarketCall[]>;
  collisions(): Promise<string[]>;
  /** Calls that were refused for their content, not by a fault. */
  refusals(): Promise<MarketCall[]>;
  /** Creates an object like a user on the marketplace's own pages. */
  createByHand(type: string, externalId: string): Promise<void>;
  /** Changes an object like a user on the marketplace's own pages. */
  byHand(objectId: string, deed: 'activate' | 'deactivate' | 'delete'): Promise<void>;
  fault(...orders: Record<string, unknown>[]): Promise<void>;
  clearFaults(): Promise<void>;
  revoke(): Promise<void>;
  /** Decides like an end user at an authorizationUrl; returns the callback. */
  decide(authorizationUrl: string, decision: 'accept' | 'refuse', user?: string): Promise<string>;
  stop(): Promise<void>;
}

export async function startMarket({ callsAMinute = 2000 } = {}): Promise<MarketProcess> {
  const { url, stop } = await startSandbox('marketplace', '--calls-a-minute', String(callsAMinute));
  const call = async (path: string, init?: RequestInit): Promise<Response> => {
    const response = await fetch(`${url}${path}`, init);
    if (!response.ok) throw new Error(`${path} was answered with ${response.status}`);
    return response;
  };
  const read = async <T>(path: string) => (await (await call(path)).json()) as T;
  const log = () => read<{ calls: MarketCall[]; refusals: MarketCall[]; collisions: string[] }>('/api/log');
  const post = async (path: string, body: unknown): Promise<void> => {
    const headers = { 'content-type': 'application/json' };
    await call(path, { method: 'POST', headers, body: JSON.stringify(body) });
  };
  return {
    url,
    objects: (externalId) =>
      read(
        `/api/objects${externalId === undefined ? '' : `?${String(new URLSearchParams({ externalId }))}`}`,
      ),
    contacts: () => read('/api/contacts'),
    calls: async () => (await log()).calls,
    collisions: async () => (await log()).collisions,
    refusals: async () => (await log()).refusals,
    createByHand: (type, externalId) => post('/api/objects', { type, externalId }),
    byHand: async (id, deed) => {
      if (deed === 'delete') await call(`/api/objects/${id}`, { method: 'DELETE' });
      else await post(`/api/objects/${id}/${deed}`, {});
    },
    fault: (...orders) => post('/api/faults', orders),
    clearFaults: () => call('/api/faults', { method: 'DELETE' }).then(() => undefined),
    revoke: () => call('/api/revoke', { method: 'POST' }).then(() => undefined),
    decide,
    stop,
  };
}

async function decide(
  authorizationUrl: string,
  decision: 'accept' | 'refuse',
  user = 'demo',
): Promise<string> {
  const token = new URL(authorizationUrl).searchParams.get('oauth_token') ?? '';
  const body = new URLSearchParams({ oauth_token: token, user, decision });
  const response = await fetch(authorizationUrl, { method: 'POST', body, redirect: 'manual' });
  const location = response.headers.get('location');
  if (location === null) throw new Error(`the consent was answered with ${response.status}`);
  return location;
}
