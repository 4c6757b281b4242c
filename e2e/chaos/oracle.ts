import { setTimeout as pause } from 'node:timers/promises';
import type { Delivery, Listing, Property } from '@estate/contracts';
import type { Stack } from '@estate/stack';
import { marketOf } from '../test/support/market.ts';
import { sandboxOf } from '../test/support/sandbox.ts';
import type { Customer } from './api.ts';
import { doubledDeliveries } from './doubled-deliveries.ts';
import type { DoubledDelivery } from './doubled-deliveries.ts';
import type { InjectedFault } from './faults.ts';
import type { TargetOfUser, Traffic } from './traffic.ts';

const AGAIN_AFTER_MS = 250;
const NAMED_MAX = 20;

export interface Judged {
  stack: Stack;
  customer: Customer;
  traffic: Traffic;
  faults: readonly InjectedFault[];
  targets: readonly TargetOfUser[];
  hook: { name: string; id: string };
  /** What has not settled after so long is lost or stuck. */
  patienceMs: number;
}

/** What was found out when everything had settled, or when nobody was willing to wait any longer. */
export interface Verdict {
  recoverySeconds: number;
  objects: number;
  events: number;
  requests: number;
  lost: string[];
  /** Still under way, or still there although it was taken back. */
  stuck: string[];
  /** Objects that a platform shows twice, and what is there without anybody having asked for it. */
  doubled: string[];
  /** Deliveries that arrived more than once: the service had no answer, so it sent them again under the same id. */
  deliveredTwice: number;
  explanations: Record<string, number>;
  unexplained: DoubledDelivery[];
  explained: DoubledDelivery[];
}

type Differences = Pick<Verdict, 'lost' | 'stuck' | 'doubled'>;

/** Waits until the platforms, the receiver and the API show what the customer wants, and says what they never did. */
export async function judge(judged: Judged): Promise<Verdict> {
  const beganMs = Date.now();
  const end = beganMs + judged.patienceMs;
  let seen = await look(judged);
  while (!isSettled(seen) && Date.now() < end) {
    await pause(AGAIN_AFTER_MS);
    seen = await look(judged);
  }
  const recoverySeconds = Math.round((Date.now() - beganMs) / 1000);
  const deliveries = await judged.customer.all<Delivery>(
    `/webhooks/${judged.hook.id}/deliveries`,
    ({ id }) => id,
  );
  const arrived = await sandboxOf(judged.stack).deliveries(judged.hook.name);
  const twice = doubledDeliveries({ arrived, deliveries, faults: judged.faults });
  const reasons = Map.groupBy(twice, ({ because }) => because ?? 'unexplained');
  return {
    ...{ recoverySeconds, objects: seen.objects, events: seen.events, requests: seen.requests },
    lost: seen.lost.slice(0, NAMED_MAX),
    stuck: seen.stuck.slice(0, NAMED_MAX),
    doubled: seen.doubled.slice(0, NAMED_MAX),
    deliveredTwice: twice.length,
    explanations: Object.fromEntries([...reasons].map(([reason, some]) => [reason, some.length])),
    unexplained: twice.filter(({ because }) => because === undefined),
    explained: twice.filter(({ because }) => because !== undefined),
  };
}

const isSettled = ({ lost, stuck, doubled }: Differences): boolean =>
  lost.length + stuck.length + doubled.length === 0;

async function look(judged: Judged): Promise<Differences & Pick<Verdict, 'objects' | 'events' | 'requests'>> {
  const shown = await shownObjects(judged.stack);
  const [events, requests] = [await lookAtEvents(judged), await lookAtRequests(judged)];
  const parts = [
    compare('object', wantedObjects(judged), shown),
    await lookAtResources(judged),
    ...[events.differences, requests.differences],
  ];
  return {
    ...{ objects: shown.length, events: events.count, requests: requests.count },
    lost: parts.flatMap(({ lost }) => lost),
    stuck: parts.flatMap(({ stuck }) => stuck),
    doubled: parts.flatMap(({ doubled }) => doubled),
  };
}

/** What is there although nobody wants it (any more) is stuck, unless it is there twice. */
function compare(what: string, wanted: readonly string[], there: readonly string[]): Differences {
  const [expected, found] = [new Set(wanted), new Set(there)];
  const named = (some: Iterable<string>) => [...some].map((one) => `${what} ${one}`);
  return {
    lost: named(expected.difference(found)),
    stuck: named(found.difference(expected)),
    doubled: named(there.filter((one, index) => there.indexOf(one) !== index)),
  };
}

const wantedObjects = ({ traffic, targets }: Judged): string[] =>
  traffic.properties.flatMap(({ externalId, title, listings }) =>
    targets.filter(({ id }) => listings.has(id)).map(({ shownAs }) => `${shownAs} ${externalId} ${title}`),
  );

async function shownObjects(stack: Stack): Promise<string[]> {
  const portal = await sandboxOf(stack).objects();
  const market = await marketOf(stack).objects();
  return [
    ...portal.map(({ user, number, title = '' }) => `${user} ${number} ${title}`),
    ...market.map(({ externalId, fields }) => `${MARKET_USER} ${externalId} ${String(fields['title'])}`),
  ];
}

/** Under which name the marketplace shows the objects of the account. */
export const MARKET_USER = 'marketplace';

/** Nothing that the API answered with 201 is missing, nothing that it deleted is there, and nothing is still pending. */
async function lookAtResources({ customer, traffic }: Judged): Promise<Differences> {
  const properties = await customer.all<Property>('/properties', ({ id }) => id);
  const listings = await customer.all<Listing>('/listings', ({ id }) => id);
  const contacts = await customer.all<{ id: string }>('/contacts', ({ id }) => id);
  const wantedListings = traffic.properties.flatMap((one) => [...one.listings.values()]);
  const ids = (some: readonly { id: string }[]) => some.map(({ id }) => id);
  const parts = [
    compare('property', ids(traffic.properties), ids(properties)),
    compare('listing', wantedListings, ids(listings)),
    compare('contact', traffic.contacts, ids(contacts)),
  ];
  const pending = [
    ...properties
      .filter((one) => one.processingStatus === 'pending')
      .map(({ id }) => `pending property ${id}`),
    ...listings.filter((one) => !one.published).map(({ id }) => `unpublished listing ${id}`),
  ];
  return {
    lost: parts.flatMap(({ lost }) => lost),
    stuck: [...parts.flatMap(({ stuck }) => stuck), ...pending],
    doubled: parts.flatMap(({ doubled }) => doubled),
  };
}

/** Every event of the account arrives at the webhook, and nothing else. */
async function lookAtEvents({ customer, stack, hook }: Judged) {
  const events = await customer.all<{ eventId: string }>('/events', ({ eventId }) => eventId);
  const arrived = await sandboxOf(stack).deliveries(hook.name);
  const { lost, stuck } = compare(
    'event',
    events.map(({ eventId }) => eventId),
    arrived.map(({ eventId = '' }) => eventId),
  );
  return { count: events.length, differences: { lost, stuck, doubled: [] } };
}

/** One request of each email that the mail server has accepted, and at most one of each whose sender got no reply. */
async function lookAtRequests({ customer, traffic: { mails, unansweredMails } }: Judged) {
  const most = mails + unansweredMails;
  const { length: count } = await customer.all<{ id: string }>('/requests', ({ id }) => id);
  const differences: Differences = {
    lost: count < mails ? [`${String(mails - count)} requests of accepted emails`] : [],
    stuck: [],
    doubled: count > most ? [`${String(count - most)} requests`] : [],
  };
  return { count, differences };
}
