import type {
  DisabledReason,
  EventName,
  WebhookFilter,
  WebhookWithKey,
  WebhookStatus,
} from '@estate/contracts';

/** A key that signs deliveries, sealed for the webhook; without `until` it is the current one. */
export interface SigningKey {
  sealed: string;
  since: Date;
  until?: Date;
}

/** A header of the customer, its value sealed for the webhook. */
export interface SealedHeader {
  name: string;
  sealed: string;
}

/** Numbers that are left out, because deliveries that a restored backup does not have may have had them. */
export interface SequenceJump {
  restoreId: string;
  /** The last number before the gap. */
  after: number;
  /** The first number after it. */
  next: number;
  at: Date;
}

const JUMP_MIN = 1_000_000;
/** More deliveries than a webhook is sent in a second. */
const DELIVERIES_PER_SECOND = 1000;

/** How many numbers a webhook leaves out after a backup was restored. */
export const jumpAfter = ({ lostSince, lostUntil }: { lostSince: Date; lostUntil: Date }): number =>
  Math.max(JUMP_MIN, Math.ceil((lostUntil.getTime() - lostSince.getTime()) / 1000) * DELIVERIES_PER_SECOND);

/** A webhook as it is stored; a deleted one is kept for a while, so that its deliveries end as discarded. */
export interface StoredWebhook {
  id: string;
  accountId: string;
  url: string;
  events: EventName[];
  name?: string;
  maxDeliveriesPerSecond?: number;
  retryScheduleSeconds?: number[];
  /** In the order in which they were given. */
  headers?: SealedHeader[];
  filter?: WebhookFilter;
  /** The first moment, in milliseconds since 1970, at which its limit allows another attempt. */
  nextSlotMs?: number;
  signingKeys: SigningKey[];
  status: WebhookStatus;
  disabledReason?: DisabledReason;
  /** The first failed attempt after the last success. */
  failingSince?: Date;
  /** A failed attempt; the newest one is at most an hour younger. */
  lastFailureAt?: Date;
  /** When its account was warned of this failure. */
  warnedAt?: Date;
  /**
   * How often the webhook was made active again. Disabling it discards only deliveries that were queued at the same
   * or a lower count.
   */
  era?: number;
  /** The highest number of its deliveries; the newest ones may have higher ones. */
  lastSequence?: number;
  /** The newest gaps in its numbers, after backups were restored. */
  jumps?: SequenceJump[];
  createdAt: Date;
  updatedAt: Date;
  deletedAt?: Date;
}

export const OPTIONAL_SETTINGS = [
  'name',
  'maxDeliveriesPerSecond',
  'retryScheduleSeconds',
  'headers',
  'filter',
] as const satisfies readonly (keyof StoredWebhook)[];

/** The settings of a webhook, as stored. */
export type StoredSettings = Pick<StoredWebhook, 'url' | 'events' | (typeof OPTIONAL_SETTINGS)[number]>;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** How long a former key also signs. */
const OVERLAP_MS = DAY_MS;
const LIVE_KEYS_MAX = 5;

/** A webhook without a success for so long is disabled; the warning begins after half of it. */
export const FAILING_MS_MAX = 5 * DAY_MS;
export const WARNED_AFTER_MS = FAILING_MS_MAX / 2;
/** The first and the last failure must be this far apart, so that one short outage is not enough. */
const FAILURES_SPREAD_MS = 12 * HOUR_MS;
const FAILURE_NOTED_EVERY_MS = HOUR_MS;

export const isDeliverable = ({ status, deletedAt }: StoredWebhook): boolean =>
  status === 'active' && deletedAt === undefined;

/** True if nothing more is sent and everything that still waits is discarded. */
export const isOver = ({ status, deletedAt }: StoredWebhook): boolean =>
  status === 'disabled' || deletedAt !== undefined;

/** The keys that sign at a moment, the current one first. */
export function liveKeys({ signingKeys }: Pick<StoredWebhook, 'signingKeys'>, now: Date): SigningKey[] {
  const live = signingKeys.filter(({ until }) => until === undefined || until.getTime() > now.getTime());
  return live.toSorted((a, b) => b.since.getTime() - a.since.getTime());
}

/** The keys after a rotation: the current one signs for another day; undefined when too many sign already. */
export function rotatedKeys(
  webhook: Pick<StoredWebhook, 'signingKeys'>,
  sealed: string,
  now: Date,
): SigningKey[] | undefined {
  const live = liveKeys(webhook, now);
  if (live.length >= LIVE_KEYS_MAX) return undefined;
  const until = later(now, OVERLAP_MS);
  return [{ sealed, since: now }, ...live.map((key) => ({ ...key, until: key.until ?? until }))];
}

/** The changes of a webhook by an attempt, if any. */
export type HealthChange = 'recovered' | 'failing' | 'still-failing';

export function healthChange(
  webhook: Pick<StoredWebhook, 'failingSince' | 'lastFailureAt'>,
  succeeded: boolean,
  now: Date,
): HealthChange | undefined {
  const { failingSince, lastFailureAt = failingSince } = webhook;
  if (succeeded) return failingSince && 'recovered';
  if (!failingSince || !lastFailureAt) return 'failing';
  return now.getTime() - lastFailureAt.getTime() >= FAILURE_NOTED_EVERY_MS ? 'still-failing' : undefined;
}

export type Failing = StoredWebhook & { failingSince: Date };

/** True if the failures of a webhook are more than one short outage, so that it is disabled unless a delivery succeeds. */
export const isAboutToBeDisabled = <W extends Pick<StoredWebhook, 'failingSince' | 'lastFailureAt'>>(
  webhook: W,
): webhook is W & { failingSince: Date } =>
  webhook.failingSince !== undefined &&
  (webhook.lastFailureAt?.getTime() ?? 0) - webhook.failingSince.getTime() >= FAILURES_SPREAD_MS;

/** When a webhook is disabled unless a delivery succeeds: after its warning, an account has as long as before it. */
export const disabledFrom = ({ failingSince, warnedAt }: Pick<Failing, 'failingSince' | 'warnedAt'>): Date =>
  new Date(Math.max(failingSince.getTime() + FAILING_MS_MAX, (warnedAt?.getTime() ?? 0) + WARNED_AFTER_MS));

/** The resource; `open` gives the text of a sealed signing key. */
export function toWebhook(
  webhook: StoredWebhook,
  open: (sealed: string) => string,
  now: Date,
): WebhookWithKey {
  const [current, ...former] = liveKeys(webhook, now);
  if (!current || current.until) throw new Error(`webhook ${webhook.id} has no current signing key`);
  const formerUntil = Math.max(0, ...former.map(({ until }) => until?.getTime() ?? 0));
  return {
    id: webhook.id,
    url: webhook.url,
    events: webhook.events,
    ...settingsOf(webhook, open),
    signingKey: open(current.sealed),
    status: webhook.status,
    ...(webhook.disabledReason && { disabledReason: webhook.disabledReason }),
    ...(webhook.status !== 'disabled' && failureOf(webhook, now)),
    ...(formerUntil > 0 && { previousKeysUntil: new Date(formerUntil).toISOString() }),
    createdAt: webhook.createdAt.toISOString(),
    updatedAt: webhook.updatedAt.toISOString(),
  };
}

/** The headers of the customer by name; `open` gives the text of a sealed value. */
export const openedHeaders = (
  headers: readonly SealedHeader[],
  open: (sealed: string) => string,
): Record<string, string> => Object.fromEntries(headers.map(({ name, sealed }) => [name, open(sealed)]));

const settingsOf = (
  { name, maxDeliveriesPerSecond, retryScheduleSeconds, headers, filter }: StoredWebhook,
  open: (sealed: string) => string,
): Partial<WebhookWithKey> => ({
  ...(name !== undefined && { name }),
  ...(maxDeliveriesPerSecond !== undefined && { maxDeliveriesPerSecond }),
  ...(retryScheduleSeconds && { retryScheduleSeconds }),
  ...(headers && { headers: openedHeaders(headers, open) }),
  ...(filter && { filter }),
});

function failureOf(
  webhook: StoredWebhook,
  now: Date,
): Pick<WebhookWithKey, 'failingSince' | 'disablesAt' | 'warning'> {
  const since = webhook.failingSince?.toISOString();
  if (since === undefined) return {};
  if (!isAboutToBeDisabled(webhook)) return { failingSince: since };
  const disablesAt = disabledFrom(webhook).toISOString();
  const warned = now.getTime() - webhook.failingSince.getTime() >= WARNED_AFTER_MS;
  const warning = `No delivery has succeeded since ${since}. If none succeeds before, the webhook is disabled on ${disablesAt}.`;
  return { failingSince: since, disablesAt, ...(warned && { warning }) };
}

const later = (date: Date, ms: number): Date => new Date(date.getTime() + ms);
