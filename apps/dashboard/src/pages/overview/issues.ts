import type {
  Listing,
  Property,
  ReceivedMailState,
  ReceivedMailSummary,
  Target,
  Webhook,
} from '@estate/client';
import { allOf, api } from '../../api/client.ts';

const WEEK_MS = 7 * 86_400_000;
const MOST = 50;

export type Issue = { id: string } & (
  | { kind: 'listing'; listing: Listing }
  | { kind: 'refused'; listing: Listing }
  | { kind: 'webhook'; webhook: Webhook }
  | { kind: 'target'; target: Target }
  | { kind: 'property'; property: Property }
  | { kind: 'mail'; mail: ReceivedMailSummary }
);

export interface Issues {
  found: Issue[];
  /** True if there are more of a kind than were read. */
  hasMore: boolean;
}

/** The unresolved failures of the account, the most urgent first. */
export async function findIssues(signal: AbortSignal): Promise<Issues> {
  const since = new Date(Date.now() - WEEK_MS).toISOString();
  const newest = { order: 'desc', limit: MOST } as const;
  const mailsIn = (state: ReceivedMailState) => api.mails.list({ ...newest, state }, { signal });
  const isRecent = ({ receivedAt }: ReceivedMailSummary) => receivedAt >= since;
  const refusedBy = (platformState: 'rejected' | 'removed') =>
    api.listings.list({ ...newest, platformState }, { signal });
  const [rejected, removed, listings, properties, mails, webhooks, targets] = await Promise.all([
    refusedBy('rejected'),
    refusedBy('removed'),
    api.listings.list({ ...newest, state: 'failed' }, { signal }),
    api.properties.list({ ...newest, processingStatus: 'failed' }, { signal }),
    Promise.all([mailsIn('failed'), mailsIn('partial')]),
    allOf(api.webhooks.all({}, { signal })),
    allOf(api.targets.all({}, { signal })),
  ]);
  const refused = [...rejected.data, ...removed.data];
  const found: Issue[] = [
    ...refused.map((listing) => ({ kind: 'refused' as const, id: listing.id, listing })),
    ...listings.data
      .filter(({ id }) => refused.every((one) => one.id !== id))
      .map((listing) => ({ kind: 'listing' as const, id: listing.id, listing })),
    ...webhooks.filter(isFailing).map((webhook) => ({ kind: 'webhook' as const, id: webhook.id, webhook })),
    ...properties.data.map((property) => ({ kind: 'property' as const, id: property.id, property })),
    ...targets.filter(isApart).map((target) => ({ kind: 'target' as const, id: target.id, target })),
    ...mails
      .flatMap(({ data }) => data)
      .filter(isRecent)
      .map((mail) => ({ kind: 'mail' as const, id: mail.id, mail })),
  ];
  const recentMails = mails.filter(({ data }) => data.every(isRecent));
  return {
    found,
    hasMore: [rejected, removed, listings, properties, ...recentMails].some(({ hasMore }) => hasMore),
  };
}

const isFailing = ({ status, warning, failingSince }: Webhook): boolean =>
  status === 'disabled' || warning !== undefined || failingSince !== undefined;

const isApart = ({ authorizationStatus, failing, paused }: Target): boolean =>
  paused !== undefined ||
  failing !== undefined ||
  authorizationStatus === 'rejected' ||
  authorizationStatus === 'revoked';
