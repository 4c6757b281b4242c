import type { PropertyType, Webhook, WebhookInput } from '@estate/client';
import { EVENT_NAMES } from '../../text/event-messages.ts';
import { textOfWaits, waitsIn } from './retry-schedule.ts';

export interface HeaderDraft {
  /** A stable key for rendering. */
  row: number;
  name: string;
  value: string;
}

/** The state of the form of a webhook; empty texts and lists for no value. */
export interface WebhookDraft {
  name: string;
  url: string;
  events: readonly string[];
  maxDeliveriesPerSecond: string;
  retrySchedule: string;
  headers: readonly HeaderDraft[];
  targetIds: readonly string[];
  propertyTypes: readonly string[];
}

const EMPTY: WebhookDraft = {
  name: '',
  url: '',
  events: EVENT_NAMES,
  maxDeliveriesPerSecond: '',
  retrySchedule: '',
  headers: [],
  targetIds: [],
  propertyTypes: [],
};

/** The initial draft: with all events, or with the values of a webhook. */
export function draftOf(webhook?: Webhook): WebhookDraft {
  if (!webhook) return EMPTY;
  const { name = '', url, events, maxDeliveriesPerSecond, retryScheduleSeconds, headers, filter } = webhook;
  return {
    name,
    url,
    events,
    maxDeliveriesPerSecond: maxDeliveriesPerSecond?.toString() ?? '',
    retrySchedule: textOfWaits(retryScheduleSeconds ?? []),
    headers: Object.entries(headers ?? {}).map(([header, value], row) => ({ row, name: header, value })),
    targetIds: filter?.targetIds ?? [],
    propertyTypes: filter?.propertyTypes ?? [],
  };
}

/** Problems that the form checks itself, because the API would not see the typed text. */
export const problemsOf = ({ events, retrySchedule, headers }: WebhookDraft) => {
  const names = givenOf(headers).map(({ name }) => name.trim().toLowerCase());
  return {
    events: events.length === 0,
    retrySchedule: waitsIn(retrySchedule) === undefined,
    headers: new Set(names).size < names.length,
  };
};

/** The API's input; undefined while the form has problems. */
export function inputOf(draft: WebhookDraft): WebhookInput | undefined {
  if (Object.values(problemsOf(draft)).includes(true)) return undefined;
  const { name, url, events, maxDeliveriesPerSecond: limit } = draft;
  const waits = waitsIn(draft.retrySchedule) ?? [];
  const headers = givenOf(draft.headers);
  const filter = filterOf(draft);
  return {
    url: url.trim(),
    events: EVENT_NAMES.filter((one) => events.includes(one)),
    ...(name.trim() !== '' && { name: name.trim() }),
    ...(limit !== '' && { maxDeliveriesPerSecond: Number(limit) }),
    ...(waits.length > 0 && { retryScheduleSeconds: waits }),
    ...(headers.length > 0 && {
      headers: Object.fromEntries(headers.map((one) => [one.name.trim(), one.value])),
    }),
    ...(Object.keys(filter).length > 0 && { filter }),
  };
}

const filterOf = ({ targetIds, propertyTypes }: WebhookDraft): NonNullable<WebhookInput['filter']> => ({
  ...(targetIds.length > 0 && { targetIds: [...targetIds] }),
  ...(propertyTypes.length > 0 && { propertyTypes: [...propertyTypes] as PropertyType[] }),
});

const givenOf = (headers: readonly HeaderDraft[]): HeaderDraft[] =>
  headers.filter(({ name, value }) => name.trim() !== '' || value !== '');
