import type { WebhookWithKey, EventName } from '@estate/contracts';
import type { ApiClient, StackAddresses } from '@estate/stack';

/** An object as the portal shows it. */
export interface PortalObject {
  user: string;
  number: string;
  title?: string;
  price?: string;
  packageId: string;
  revision: number;
  /** Texts and attributes by path, as in `geo/land@iso_land`. */
  fields?: Record<string, string>;
  media: { path: string; group?: string; title?: string; remote: boolean; sha256?: string }[];
}

/** A package as the portal took it in. */
export interface PortalPackage {
  id: string;
  user: string;
  name: string;
  verdict: 'accepted' | 'rejected';
  reason?: string;
  document?: string;
  changes: { number: string; action: 'set' | 'delete' }[];
}

/** A delivery as the receiver got it. */
export interface ReceivedDelivery {
  at: string;
  name: string;
  body: string;
  signature: 'valid' | 'invalid' | 'no key';
  reason?: string;
  eventId?: string;
  eventName?: string;
  sequence?: number;
  test?: boolean;
  duplicate: boolean;
}

/** What a received body says. */
export interface ReceivedEvent {
  eventId: string;
  eventName: EventName;
  eventPayload: Record<string, unknown>;
}

async function json<T>(url: string, init: RequestInit = {}): Promise<T> {
  const answer = await fetch(url, init);
  if (!answer.ok) throw new Error(`${url} was answered with ${String(answer.status)}`);
  return (answer.status === 204 ? undefined : await answer.json()) as T;
}

const sent = (method: string, body: unknown): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** What the sandbox shows to its users on the portal, and how it is made to fail for them. */
export function sandboxOf({ portalUrl, receiverUrl, mailDropUrl, ftpUsers }: StackAddresses) {
  const users = ftpUsers.map(({ username }) => username);
  const deliveries = (name: string) =>
    json<ReceivedDelivery[]>(`${receiverUrl}/api/deliveries?name=${encodeURIComponent(name)}`);
  const shown = async <T>(path: string, user?: string) => {
    const of = user === undefined ? users : [user];
    return (await Promise.all(of.map((one) => json<T[]>(`${portalUrl}/api/${path}?user=${one}`)))).flat();
  };
  return {
    objects: (user?: string) => shown<PortalObject>('objects', user),
    packages: (user?: string) => shown<PortalPackage>('packages', user),
    files: (user?: string) => shown<{ user: string; name: string; size: number }>('files', user),
    /** For one of the users, or for each of them. */
    fault: ({ user, ...order }: Record<string, unknown>) => {
      const orders = (user === undefined ? users : [user]).map((one) => ({ ...order, user: one }));
      return json<unknown>(`${portalUrl}/api/faults`, sent('POST', orders));
    },
    clearFaults: async () => {
      for (const user of users) await json(`${portalUrl}/api/faults?user=${user}`, { method: 'DELETE' });
    },
    /** How the portal reports to a user from now on. */
    reports: (order: Record<string, unknown>) =>
      json<unknown>(`${portalUrl}/api/reports`, sent('PUT', order)),
    /** The portal loses an object by itself, and reports that. */
    lose: (user: string, number: string) =>
      json<unknown>(`${portalUrl}/api/objects?${new URLSearchParams({ user, number }).toString()}`, {
        method: 'DELETE',
      }),
    /** Sends an email to the inbox as a platform does. */
    sendMail: (order: Record<string, unknown>) =>
      json<unknown>(`${mailDropUrl}/api/mails`, sent('POST', order)),
    deliveries,
    /** The emails of the service to an address. */
    receivedMails: (to: string) =>
      json<{ subject: string; text: string }[]>(`${mailDropUrl}/api/received?to=${encodeURIComponent(to)}`),
    events: async (name: string) =>
      (await deliveries(name)).map(({ body }) => JSON.parse(body) as ReceivedEvent),
    /** Creates a webhook for `events` and tells the receiver its key. */
    hook: async (api: ApiClient, name: string, events: readonly EventName[]) => {
      const webhook = await api.post<WebhookWithKey>('/webhooks', {
        url: `${receiverUrl}/hooks/${name}`,
        events,
      });
      await json(`${receiverUrl}/api/hooks/${name}`, sent('PUT', { signingKey: webhook.signingKey }));
      return webhook;
    },
  };
}

export type Sandbox = ReturnType<typeof sandboxOf>;
