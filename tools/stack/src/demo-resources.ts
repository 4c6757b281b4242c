import type { Contact, Delivery, Page, Target, WebhookWithKey } from '@estate/contracts';
import type { ApiClient } from './api-client.ts';
import { DEMO_CONTACT } from './demo-data.ts';
import { say } from './say.ts';
import type { DemoWorld } from './demo-world.ts';

const EVENTS = [
  'property.processing_succeeded',
  'property.processing_failed',
  'publication.succeeded',
  'publication.failed',
  'request.created',
  'request.parsing_failed',
] as const;

/** The webhook of the demo, or that of an earlier start; its receiver gets the key. */
export async function demoWebhook(api: ApiClient, world: DemoWorld): Promise<WebhookWithKey> {
  const url = `${world.receiverUrl}/hooks/demo`;
  const { data } = await api.get<Page<WebhookWithKey>>('/webhooks?limit=100');
  const known = data.find((one) => one.url === url);
  const wanted = { url, events: EVENTS };
  const webhook = known
    ? await api.put<WebhookWithKey>(`/webhooks/${known.id}`, wanted)
    : await api.post<WebhookWithKey>('/webhooks', wanted);
  await registerKey(world, webhook);
  say(known ? 'found the webhook' : 'created a webhook');
  return webhook;
}

/** Reads later deliveries of a webhook. */
export async function deliveriesFromNow(
  api: ApiClient,
  { id }: WebhookWithKey,
): Promise<() => Promise<Delivery[]>> {
  const path = `/webhooks/${id}/deliveries`;
  const [last] = (await api.get<Page<Delivery>>(`${path}?order=desc&limit=1`)).data;
  const after = last === undefined ? '' : `?startAfter=${last.id}`;
  return async () => (await api.get<Page<Delivery>>(`${path}${after}`)).data;
}

/** The contact of the demo. */
export async function demoContactId(api: ApiClient): Promise<string> {
  const { data } = await api.get<Page<Contact>>('/contacts?limit=100');
  const known = data.find(({ email }) => email === DEMO_CONTACT.email);
  const { id } = known ?? (await api.post<Contact>('/contacts', DEMO_CONTACT));
  say(known ? 'found the contact' : 'created a contact');
  return id;
}

/** The target of the demo: the first user of the sandbox's portal. */
export async function demoFtpTarget(api: ApiClient, world: DemoWorld): Promise<Target> {
  const user = world.ftpUsers[0];
  const targets = await api.get<Target[]>('/targets?limit=100');
  const known = targets.find(
    ({ type, credentials }) =>
      type === 'immowelt' &&
      credentials &&
      'username' in credentials &&
      credentials.username === user?.username,
  );
  const target =
    known ??
    (await api.post<Target>('/targets', {
      type: 'immowelt',
      credentials: {
        host: world.ftpHost,
        port: world.ftpPort,
        username: user?.username,
        password: user?.password,
        providerNumber: 'A-1001',
      },
    }));
  say(known ? 'found the FTP target' : 'created an FTP target');
  return target;
}

/** Sends an inquiry about the property to the target's request address, like a portal. */
export async function sendDemoInquiry(world: DemoWorld, target: Target, externalId: string): Promise<void> {
  const to = `${target.emailId}@${world.inboxDomain}`;
  const answer = await fetch(`${world.mailDropUrl}/api/mails`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ to, document: 'basic', externalId }),
  });
  if (!answer.ok) throw new Error(`The mail drop could not send an inquiry: ${await answer.text()}`);
  say(`a portal sent an inquiry to ${to}`);
}

/** Gives the receiver the key, like a customer would configure it in their own application. */
async function registerKey(world: DemoWorld, webhook: WebhookWithKey): Promise<void> {
  const answer = await fetch(`${world.receiverUrl}/api/hooks/demo`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ signingKey: webhook.signingKey }),
  });
  if (!answer.ok) throw new Error(`The webhook receiver rejected the key: ${String(answer.status)}`);
}
