import type { Delivery, Listing, Mail, Page as ListPage, Webhook } from '@estate/contracts';
import { apiClient } from '@estate/stack';
import { freePort } from '@estate/testing';
import { propertyInput, targetInput } from './data.ts';
import type { EveryPage } from './every-page.ts';
import { until } from './until.ts';
import type { CustomerAccount, World } from './world.ts';

/** What an operator looks at. */
export interface ConsoleExamples {
  customer: { id: string };
  listing: { id: string };
  webhook: { id: string };
  delivery: { id: string };
  mail: { id: string };
}

interface Furnished extends ConsoleExamples {
  listing: Listing;
}

/** A listing whose platform rejects the login, a delivery that nobody receives, and an email for nobody. */
export async function furnishConsole({ stack }: World, customer: CustomerAccount): Promise<Furnished> {
  const { api } = customer;
  const operator = apiClient(stack.apiUrl, stack.operatorToken);
  const property = await api.post<{ id: string }>(
    '/properties',
    propertyInput({ title: 'Leuchtturm über der Förde', externalId: 'SUP-1' }),
  );
  const wrong = { ...targetInput(stack, 0, { password: 'wrong' }), name: 'Office at the lake' };
  const target = await api.post<{ id: string; emailId: string }>('/targets', wrong);
  const made = await api.post<Listing>('/listings', { propertyId: property.id, targetId: target.id });
  const listing = await until({
    what: 'the listing to fail',
    look: () => api.get<Listing>(`/listings/${made.id}`),
    good: ({ state }) => state === 'failed',
  });
  const url = `http://127.0.0.1:${String(await freePort())}/hook`;
  const webhook = await api.post<Webhook>('/webhooks', { url, events: ['publication.succeeded'] });
  const delivery = await api.post<Delivery>(`/webhooks/${webhook.id}/test`, {
    event: 'publication.succeeded',
  });
  await fetch(`${stack.mailDropUrl}/api/mails`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ to: `${target.emailId}@${stack.inboxDomain}`, document: 'import-report' }),
  });
  const failed = () => operator.get<ListPage<Mail>>('/admin/mails?state=failed');
  const { data } = await until({ what: 'the email', look: failed, good: (page) => page.data.length > 0 });
  return { customer, listing, webhook, delivery, mail: data[0]! };
}

/** An example of every page of the console. */
export function consolePages({ customer, listing, webhook, delivery, mail }: ConsoleExamples): EveryPage[] {
  const account = `/accounts/${customer.id}`;
  const page = (path: string, address: string): EveryPage => ({
    path,
    address,
    name: `console-${address.replaceAll(/[^a-z]+/g, '-').replaceAll(/^-|-$/g, '') || 'find'}`,
  });
  const parts = ['', '/listings', '/targets', '/users', '/keys', '/usage', '/audit'];
  return [
    ...['/', `/?text=${customer.id}`, '/?text=nothing-at-all'].map((address) => page('/', address)),
    ...parts.map((part) => page('/accounts/:id/:part?', `${account}${part}`)),
    page('/accounts/:id/listings/:listingId', `${account}/listings/${listing.id}`),
    page(
      '/accounts/:id/webhooks/:webhookId/deliveries/:deliveryId',
      `${account}/webhooks/${webhook.id}/deliveries/${delivery.id}`,
    ),
    ...['/mails?state=failed', '/mails'].map((address) => page('/mails', address)),
    page('/mails/:id', `/mails/${mail.id}`),
    ...['/accounts', '/lanes', '/violations', '/usage', '/audit-log', '/keys'].map((path) =>
      page(path, path),
    ),
    page('*', '/nowhere'),
  ];
}
