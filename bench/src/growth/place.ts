import type { Contact, Listing, Property, Target } from '@estate/contracts';
import { DEMO_CONTACT } from '@estate/stack';
import type { ApiClient, Stack } from '@estate/stack';
import { makeTargets } from '../placed-listings.ts';
import type { MeasuredTarget } from '../placed-listings.ts';
import { sampleProperty } from '../sample-property.ts';
import { until } from '../until.ts';

const PATIENCE_MS = 60_000;

/** An account with one property that is listed on two targets and has an inquiry; a webhook gets all its events. */
export interface Grown {
  propertyId: string;
  /** The target that gets the inquiries. */
  target: Target;
  targets: readonly MeasuredTarget[];
}

/** The external id of the property that is copied, as long as those of the copies. */
export const COPIED_EXTERNAL_ID = 'OBJ-9999999';

/** Does by the API what is copied then: everything that a property leaves in the databases. */
export async function makeGrown(api: ApiClient, stack: Stack, receiverUrl: string): Promise<Grown> {
  const names = ['property.processing_succeeded', 'publication.succeeded', 'request.created'];
  await api.post('/webhooks', { url: receiverUrl, events: names });
  const targets = await makeTargets(api, stack, ['A-1', 'A-2']);
  const contact = await api.post<Contact>('/contacts', DEMO_CONTACT);
  const property = { ...sampleProperty, contactId: contact.id, externalId: COPIED_EXTERNAL_ID };
  const { id: propertyId } = await api.post<Property>('/properties', property);
  for (const { id: targetId } of targets) {
    const { id } = await api.post<Listing>('/listings', { propertyId, targetId });
    await until(
      () => api.get<Listing>(`/listings/${id}`),
      ({ state }) => state === 'published',
      PATIENCE_MS,
    );
  }
  const target = await api.get<Target>(`/targets/${targets[0]?.id ?? ''}`);
  await sendInquiry(stack, target, COPIED_EXTERNAL_ID);
  await until(
    () => api.get<{ data: unknown[] }>('/requests'),
    ({ data }) => data.length === 1,
    PATIENCE_MS,
  );
  await deliveriesOf(api, 4);
  return { propertyId, target, targets };
}

/** Waits for so many successful deliveries. */
async function deliveriesOf(api: ApiClient, count: number): Promise<void> {
  const { data } = await api.get<{ data: { id: string }[] }>('/webhooks');
  await until(
    () => api.get<{ data: { status: string }[] }>(`/webhooks/${data[0]?.id ?? ''}/deliveries`),
    ({ data: all }) => all.length === count && all.every(({ status }) => status === 'succeeded'),
    PATIENCE_MS,
  );
}

/** A portal sends an inquiry about a property. @throws Error when the mail drop refuses it */
export async function sendInquiry(
  { mailDropUrl, inboxDomain }: Stack,
  { emailId }: Target,
  externalId: string,
): Promise<void> {
  const answer = await fetch(`${mailDropUrl}/api/mails`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ to: `${emailId}@${inboxDomain}`, document: 'basic', externalId }),
  });
  if (!answer.ok) throw new Error(`The mail drop could not send an inquiry: ${await answer.text()}`);
}
