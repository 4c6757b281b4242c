import type { StackAddresses } from '@estate/stack';

/** An object as the marketplace holds it. */
export interface MarketObject {
  id: string;
  /** The root that it was sent under. */
  type: string;
  externalId: string;
  fields: Record<string, unknown>;
  attachments: {
    id: string;
    kind: string;
    title?: string;
    titlePicture?: boolean;
    /** Of a file: the SHA-256 of its bytes, shortened, and a number. */
    externalId?: string;
  }[];
  publishedAt?: string;
}

interface MarketContact {
  fields: { email: string };
}

/** A call that the marketplace refused for its content. */
export interface MarketRefusal {
  method: string;
  path: string;
  status: number;
  refusal: { code: string; message: string };
}

async function call(url: string, init: RequestInit = {}): Promise<Response> {
  const answer = await fetch(url, init);
  if (!answer.ok) throw new Error(`${url} was answered with ${String(answer.status)}`);
  return answer;
}

/** What the sandbox's marketplace holds, and what an end user or the marketplace itself may do there. */
export function marketOf({ marketplaceUrl }: StackAddresses) {
  const post = (path: string, body: unknown) =>
    call(`${marketplaceUrl}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  return {
    consumer: { key: 'demo-key', secret: 'demo-secret' },
    objects: async (user?: string) => {
      const query = user === undefined ? '' : `?user=${user}`;
      return (await (await call(`${marketplaceUrl}/api/objects${query}`)).json()) as MarketObject[];
    },
    /** The email addresses of the contact persons that it holds. */
    contactEmails: async () => {
      const contacts = (await (await call(`${marketplaceUrl}/api/contacts`)).json()) as MarketContact[];
      return contacts.map(({ fields }) => fields.email);
    },
    /** Calls that the marketplace refused for their content, with the reason; not those refused by a fault. */
    refusals: async () =>
      ((await (await call(`${marketplaceUrl}/api/log`)).json()) as { refusals: MarketRefusal[] }).refusals,
    /** Creates an object as a user does on the marketplace's own pages. */
    createByHand: (type: string, externalId: string) => post('/api/objects', { type, externalId }),
    fault: (order: Record<string, unknown>) => post('/api/faults', order),
    clearFaults: () => call(`${marketplaceUrl}/api/faults`, { method: 'DELETE' }),
    revoke: () => call(`${marketplaceUrl}/api/revoke`, { method: 'POST' }),
    /** Decides at an authorizationUrl; returns the callback the end user is sent to. */
    decide: async (authorizationUrl: string, decision: 'accept' | 'refuse', user = 'demo') => {
      const token = new URL(authorizationUrl).searchParams.get('oauth_token') ?? '';
      const body = new URLSearchParams({ oauth_token: token, user, decision });
      const answer = await fetch(authorizationUrl, { method: 'POST', body, redirect: 'manual' });
      return answer.headers.get('location') ?? '';
    },
  };
}
