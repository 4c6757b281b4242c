import type { Delivery, DeliveryStatus, EventName } from '@estate/client';
import { Text } from '@mantine/core';
import { api } from '../../api/client.ts';
import { useLiveList } from '../../api/use-live-list.ts';
import { useSpeech } from '../../text/language.tsx';
import { TwoLines, timeColumn } from '../../ui/cells.tsx';
import { Empty } from '../../ui/empty.tsx';
import { FilterBar, useFilters } from '../../ui/filters.tsx';
import { LiveRows } from '../../ui/live-rows.tsx';
import { Section } from '../../ui/page.tsx';
import { DeliveryBadge } from '../../ui/states.tsx';
import type { Column } from '../../ui/virtual-rows.tsx';
import { EVENT_NAMES } from './event-names.ts';
import { ResendMany } from './resend-many.tsx';
import { SPANS, startOf } from './spans.ts';

const STATES = ['pending', 'held', 'succeeded', 'failed', 'discarded'] as const;

/** The log of a webhook, filtered by the address of the page. */
export function DeliveriesSection({ webhookId }: { webhookId: string }) {
  const { t } = useSpeech();
  const filters = useFilters();
  const columns = useColumns(webhookId);
  const span = filters.get('since');
  const asked = {
    status: filters.get('status'),
    eventName: filters.get('eventName'),
    since: span === '' ? '' : (startOf(span) ?? span),
  };
  const list = useLiveList<Delivery>({
    key: ['deliveries', webhookId, { ...asked, since: span }],
    load: (query, signal) => api.deliveries.list(webhookId, { ...query, ...queryOf(asked) }, { signal }),
  });
  const choices = [
    {
      name: 'status',
      label: t('common.status'),
      options: STATES.map((value) => ({ value, label: t(`delivery.${value}`) })),
    },
    {
      name: 'eventName',
      label: t('delivery.event'),
      options: EVENT_NAMES.map((value) => ({ value, label: t(`event.${value}`) })),
    },
    {
      name: 'since',
      label: t('deliveries.since'),
      options: SPANS.map(({ value, label }) => ({ value, label: t(label) })),
    },
  ];
  return (
    <Section title={t('deliveries.title')} actions={<ResendMany webhookId={webhookId} />}>
      <div className="stack">
        <FilterBar filters={filters} choices={choices} />
        <LiveRows
          label={t('deliveries.title')}
          list={list}
          found={list.items}
          columns={columns}
          filtered={filters.any}
          empty={<Empty icon="webhooks" title={t('deliveries.empty')} text={t('deliveries.emptyText')} />}
        />
      </div>
    </Section>
  );
}

function queryOf(asked: { status: string; eventName: string; since: string }) {
  return {
    ...(asked.status !== '' && { status: asked.status as DeliveryStatus }),
    ...(asked.eventName !== '' && { eventName: asked.eventName as EventName }),
    ...(asked.since !== '' && { since: asked.since }),
  };
}

function useColumns(webhookId: string): Column<Delivery>[] {
  const { t } = useSpeech();
  return [
    {
      label: t('delivery.event'),
      width: 'minmax(0, 3fr)',
      show: ({ id, eventName, eventId, test }) => (
        <TwoLines
          to={`/webhooks/${webhookId}/deliveries/${id}`}
          title={t(`event.${eventName}`) + (test === true ? ` (${t('delivery.test')})` : '')}
          below={eventId}
        />
      ),
    },
    {
      label: t('delivery.number'),
      width: '70px',
      show: ({ sequence }) => <Text size="sm">{sequence ?? '–'}</Text>,
      wideOnly: true,
    },
    { label: t('common.status'), width: '130px', show: ({ status }) => <DeliveryBadge status={status} /> },
    {
      label: t('delivery.attempts'),
      width: '110px',
      show: ({ attempts, attemptCount }) => (
        <Text size="sm">
          {attemptCount ?? attempts.length}
          <Text span size="sm" c="dimmed">
            {attempts.length > 0 && ` · ${String(attempts.at(-1)?.statusCode ?? t('delivery.noAnswer'))}`}
          </Text>
        </Text>
      ),
    },
    timeColumn(t('common.created'), '120px', ({ createdAt }) => createdAt),
    {
      ...timeColumn<Delivery>(t('delivery.next'), '120px', ({ nextAttemptAt }) => nextAttemptAt),
      wideOnly: true,
    },
  ];
}
