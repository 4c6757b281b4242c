import type {
  ContactRequest,
  Delivery,
  EventEnvelope,
  Listing,
  Mail,
  NewApiKey,
  Page,
  Property,
  Target,
  TimelineEntry,
  TimelinePage,
  WebhookWithKey,
} from '@estate/contracts';
import { apiClient } from '@estate/stack';
import type { ApiClient } from '@estate/stack';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call } from './support/call.ts';
import { ALL_EVENTS, propertyInput, targetInput } from './support/data.ts';
import { documentedFetch } from './support/documented-answers.ts';
import { sandboxOf } from './support/sandbox.ts';
import type { Sandbox } from './support/sandbox.ts';
import { until } from './support/until.ts';
import { START_TIMEOUT_MS, sharedWorld } from './support/world.ts';
import type { CustomerAccount, World } from './support/world.ts';

const HOOK = 'timeline';
let world: World;
let sandbox: Sandbox;
let account: CustomerAccount;
let operator: ApiClient;
let second: NewApiKey;
let secondApi: ApiClient;
let webhook: WebhookWithKey;
let property: Property;
let target: Target;
let listing: Listing;

beforeAll(async () => {
  world = await sharedWorld();
  sandbox = sandboxOf(world.stack);
  account = await world.account('Timeline');
  operator = apiClient(world.stack.apiUrl, world.stack.operatorToken, documentedFetch);
  second = await account.api.post<NewApiKey>('/account/api-keys', { name: 'Second key' });
  secondApi = apiClient(world.stack.apiUrl, second.key, documentedFetch);
  webhook = await sandbox.hook(account.api, HOOK, [...ALL_EVENTS, 'request.created']);
}, START_TIMEOUT_MS);
afterAll(() => world.close());

type Of<K extends TimelineEntry['kind']> = Extract<TimelineEntry, { kind: K }>;

/** Oldest first, read in pages of three. */
async function timeline(path: string): Promise<TimelineEntry[]> {
  const entries: TimelineEntry[] = [];
  for (let page: TimelinePage | undefined; page?.hasMore !== false;) {
    const last = entries.at(-1);
    const after = last === undefined ? '' : `&startAfter=${last.id}`;
    page = await account.api.get<TimelinePage>(`${path}/timeline?limit=3${after}`);
    entries.push(...page.data);
  }
  return entries.toReversed();
}
const ofListing = () => timeline(`/listings/${listing.id}`);
const ofProperty = () => timeline(`/properties/${property.id}`);
const of = <K extends TimelineEntry['kind']>(entries: readonly TimelineEntry[], kind: K) =>
  entries.filter((entry): entry is Of<K> => entry.kind === kind);
const listingTimelineUntil = (what: string, good: (entries: TimelineEntry[]) => boolean) =>
  until({ what, look: ofListing, good });
const outcomes = (entries: readonly TimelineEntry[]) =>
  of(entries, 'publication_attempt').map(({ operation, outcome }) => `${operation} ${outcome}`);
const events = (entries: readonly TimelineEntry[]) => of(entries, 'event').map(({ eventName }) => eventName);

describe('the timeline of a property and of its listing', () => {
  it('a publication that a portal refuses is on the timeline with the attempt, its file and its reason', async () => {
    const username = world.stack.ftpUsers[0]?.username;
    await sandbox.fault({ user: username, permissionDenied: true });
    property = await account.api.post<Property>('/properties', propertyInput({ externalId: 'P-77' }));
    target = await account.api.post<Target>('/targets', targetInput(world.stack, 0));
    const pair = { propertyId: property.id, targetId: target.id };
    listing = await account.api.post<Listing>('/listings', pair);
    const entries = await listingTimelineUntil('the failure', (all) => events(all).length > 0);
    expect(entries[0]).toMatchObject({ kind: 'listing_created', ...pair, listingId: listing.id });
    expect(outcomes(entries)).toEqual(['set failed']);
    const [failed] = of(entries, 'publication_attempt');
    expect(failed).toMatchObject({
      targetType: 'immowelt',
      failureCode: 'permission_denied',
      actor: { kind: 'api_key' },
    });
    expect(failed?.fileName).toMatch(/\.zip$/);
    expect(failed?.requestId).toBe(entries[0]?.requestId);
    expect(events(entries)).toEqual(['publication.failed']);
  });

  it('a retry and an update with another key are on the timeline, each with the key that caused what followed', async () => {
    await sandbox.clearFaults();
    await account.api.post(`/listings/${listing.id}/retry`, {});
    await listingTimelineUntil('the retry', (all) => events(all).includes('publication.succeeded'));
    await fetch(`${world.stack.receiverUrl}/api/hooks/${HOOK}/behaviour`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ status: 503, times: 1 }),
    });
    await secondApi.put(`/properties/${property.id}`, propertyInput({ title: 'Another title' }));
    const entries = await listingTimelineUntil(
      'the update',
      (all) => events(all).filter((name) => name === 'publication.succeeded').length === 2,
    );
    expect(outcomes(entries)).toEqual(['set failed', 'set succeeded', 'set succeeded']);
    const bySecond = { actor: { kind: 'api_key', id: second.id, name: 'Second key' } };
    expect(of(entries, 'listing_retried')).toHaveLength(1);
    expect(of(entries, 'publication_attempt').at(-1)).toMatchObject(bySecond);
    expect(of(entries, 'event').at(-1)).toMatchObject(bySecond);
    const [updated] = of(await ofProperty(), 'property_updated');
    expect(updated).toMatchObject({ ...bySecond, revision: 2, changed: ['fields.title'] });
    expect(of(entries, 'publication_attempt').at(-1)?.requestId).toBe(updated?.requestId);
  });

  it('a delivery that fails and is retried is on the timeline with both attempts', async () => {
    const retried = (entries: readonly TimelineEntry[]) =>
      of(entries, 'event')
        .flatMap(({ deliveries }) => deliveries)
        .filter(({ attempts }) => attempts.length > 1);
    const entries = await until({
      what: 'the retried delivery',
      look: ofProperty,
      good: (all) => retried(all).some(({ status }) => status === 'succeeded'),
    });
    expect(retried(entries)).toMatchObject([
      {
        webhookId: webhook.id,
        host: new URL(webhook.url).host,
        attempts: [{ statusCode: 503 }, { statusCode: 200 }],
      },
    ]);
  });

  it('an inquiry is on the timelines of its property and its listing', async () => {
    const sent = await fetch(`${world.stack.mailDropUrl}/api/mails`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        to: `${target.emailId}@${world.stack.inboxDomain}`,
        document: 'windows1252',
        externalId: 'P-77',
      }),
    });
    expect(sent.status).toBe(201);
    const entries = await listingTimelineUntil('the inquiry', (all) => of(all, 'request').length > 0);
    expect(of(entries, 'request')).toMatchObject([{ propertyId: property.id, targetId: target.id }]);
    const all = await until({
      what: 'the events of the inquiry',
      look: ofProperty,
      good: (found) =>
        events(found).includes('request.created') && events(found).includes('publication.confirmed'),
    });
    const [answered] = of(all, 'listing_answered');
    expect(answered).toMatchObject({ listingId: listing.id, state: 'confirmed', source: 'inquiry' });
    expect(of(all, 'request')).toEqual(of(entries, 'request'));
  });

  it('every link of a timeline leads to something that exists', async () => {
    const { api } = account;
    const entries = await ofProperty();
    expect(entries.length).toBeGreaterThan(12);
    expect(entries.every(({ requestId, kind }) => requestId !== undefined || kind === 'request')).toBe(true);
    for (const entry of entries) {
      const links: {
        propertyId?: string | undefined;
        listingId?: string | undefined;
        targetId?: string | undefined;
      } = entry;
      if (links.propertyId !== undefined)
        expect((await api.get<Property>(`/properties/${links.propertyId}`)).id).toBe(property.id);
      if (links.listingId !== undefined)
        expect((await api.get<Listing>(`/listings/${links.listingId}`)).id).toBe(listing.id);
      if (links.targetId !== undefined)
        expect((await api.get<Target>(`/targets/${links.targetId}`)).id).toBe(target.id);
    }
    const known = await api.get<Page<EventEnvelope>>(`/events?propertyId=${property.id}&limit=100`);
    expect(
      of(entries, 'event')
        .map(({ eventId }) => eventId)
        .toSorted(),
    ).toEqual(known.data.map(({ eventId }) => eventId).toSorted());
    for (const { eventId, deliveries } of of(entries, 'event')) {
      for (const { webhookId, deliveryId } of deliveries) {
        const delivery = await api.get<Delivery>(`/webhooks/${webhookId}/deliveries/${deliveryId}`);
        expect(delivery.eventId).toBe(eventId);
      }
    }
    for (const { contactRequestId, mailId } of of(entries, 'request')) {
      expect((await api.get<ContactRequest>(`/requests/${contactRequestId}`)).propertyId).toBe(property.id);
      expect((await operator.get<Mail>(`/admin/mails/${mailId}`)).targetIds).toEqual([target.id]);
    }
  });

  it('a listing that was taken down and a property that was deleted keep their timelines', async () => {
    await account.api.delete(`/listings/${listing.id}`);
    const down = await listingTimelineUntil('the deletion', (all) =>
      outcomes(all).includes('delete succeeded'),
    );
    expect(of(down, 'listing_deleted')).toHaveLength(1);
    await secondApi.delete(`/properties/${property.id}`);
    const entries = await ofProperty();
    expect(of(entries, 'property_deleted')).toMatchObject([{ actor: { id: second.id } }]);
    expect(entries.map(({ id }) => id)).toEqual(entries.map(({ id }) => id).toSorted());
    const later = await until({
      what: 'the last event',
      look: ofListing,
      good: (all) => events(all).filter((name) => name === 'publication.succeeded').length === 3,
    });
    expect(of(later, 'listing_created')).toHaveLength(1);
  });

  it('timelines of things that do not exist, or of another account, are not found', async () => {
    const stranger = await world.account('Stranger');
    const url = (path: string) => `${world.stack.apiUrl}${path}/timeline`;
    for (const path of [`/properties/${property.id}`, `/listings/${listing.id}`, '/properties/nothing']) {
      expect((await call({ url: url(path), method: 'GET', key: stranger.key })).status).toBe(404);
    }
    const order = await call({ url: `${url('/listings/x')}?order=asc`, method: 'GET', key: stranger.key });
    expect([order.status, order.body.details?.[0]?.path]).toEqual([400, 'order']);
  });
});
