import type { Listing, ServiceEvent, Target, Webhook } from '@estate/client';
import { api, orNull } from '../../api/client.ts';
import { newestEvents } from '../../api/events.ts';

const WEEK_MS = 7 * 86_400_000;
const MOST = 50;
/** Things that failed are looked at one by one. */
const LOOKED_AT = 12;

export type Issue = { id: string } & (
  | { kind: 'listing'; listing: Listing }
  | { kind: 'webhook'; webhook: Webhook }
  | { kind: 'target'; target: Target }
  | { kind: 'property'; title: string; code: string; at: string }
  | {
      kind: 'mail';
      targetId: string;
      subject: string;
      sender: string;
      code: string;
      at: string;
      /** It led to requests; only a part of it could not be used. */
      isPartlyRead: boolean;
    }
);

/** What failed on the account and still stands, the most urgent first. */
export async function findIssues(signal: AbortSignal): Promise<Issue[]> {
  const since = new Date(Date.now() - WEEK_MS).toISOString();
  const failed = (eventName: ServiceEvent['eventName']) =>
    newestEvents({ eventName, since, most: MOST }, signal);
  const [publications, processings, mails, listings, webhooks, targets] = await Promise.all([
    failed('publication.failed'),
    failed('property.processing_failed'),
    failed('request.parsing_failed'),
    api.listings.list({ published: false, order: 'desc', limit: 100 }, { signal }),
    api.webhooks.list({ limit: 100 }, { signal }),
    api.targets.list({ limit: 100 }, { signal }),
  ]);
  return [
    ...(await failedListings(listings.data, publications, signal)),
    ...webhooks.data
      .filter(isFailing)
      .map((webhook) => ({ kind: 'webhook' as const, id: webhook.id, webhook })),
    ...(await failedProperties(processings, signal)),
    ...targets.data.filter(isApart).map((target) => ({ kind: 'target' as const, id: target.id, target })),
    ...mails.flatMap(unreadable),
  ];
}

const isFailing = ({ status, warning, failingSince }: Webhook): boolean =>
  status === 'disabled' || warning !== undefined || failingSince !== undefined;

const isApart = ({ authorizationStatus, paused }: Target): boolean =>
  paused !== undefined || authorizationStatus === 'rejected' || authorizationStatus === 'revoked';

/** Unpublished ones with an error, and published ones whose last update failed. */
async function failedListings(
  unpublished: readonly Listing[],
  events: readonly ServiceEvent[],
  signal: AbortSignal,
): Promise<Issue[]> {
  const known = new Set(unpublished.map(({ id }) => id));
  const named = events.flatMap((event) =>
    event.eventName === 'publication.failed' ? [event.eventPayload.listingId] : [],
  );
  const others = [...new Set(named)].filter((id) => !known.has(id)).slice(0, LOOKED_AT);
  const read = await Promise.all(others.map((id) => orNull(api.listings.get(id, { signal }))));
  return [...unpublished, ...read].flatMap((listing) =>
    listing?.lastError ? [{ kind: 'listing' as const, id: listing.id, listing }] : [],
  );
}

async function failedProperties(events: readonly ServiceEvent[], signal: AbortSignal): Promise<Issue[]> {
  const newest = new Map<string, Extract<Issue, { kind: 'property' }>>();
  for (const event of events) {
    if (event.eventName !== 'property.processing_failed' || newest.has(event.eventPayload.id)) continue;
    const { id, fields, failureCode } = event.eventPayload;
    newest.set(id, { kind: 'property', id, title: fields.title, code: failureCode, at: event.eventTime });
  }
  const suspects = [...newest.values()].slice(0, LOOKED_AT);
  const now = await Promise.all(suspects.map(({ id }) => orNull(api.properties.get(id, { signal }))));
  return suspects.filter((_, index) => now[index]?.processingStatus === 'failed');
}

const unreadable = (event: ServiceEvent): Issue[] => {
  if (event.eventName !== 'request.parsing_failed') return [];
  const { targetId, subject, sender, failureCode: code, requestCount = 0 } = event.eventPayload;
  const mail = { targetId, subject, sender, code, at: event.eventTime, isPartlyRead: requestCount > 0 };
  return [{ kind: 'mail', id: event.eventId, ...mail }];
};
