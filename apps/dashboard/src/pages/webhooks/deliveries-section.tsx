import type { Delivery, DeliveryQuery } from '@estate/client';
import { Text } from '@mantine/core';
import { api } from '../../api/client.ts';
import { useLiveList } from '../../api/use-live-list.ts';
import { useSpeech } from '../../text/language.tsx';
import { TwoLines, timeColumn } from '../../ui/cells.tsx';
import { Empty } from '../../ui/empty.tsx';
import { FilterBar, useFilters } from '../../ui/filters.tsx';
import type { Filters } from '../../ui/filters.tsx';
import { LiveRows } from '../../ui/live-rows.tsx';
import { Section } from '../../ui/page.tsx';
import { DeliveryBadge } from '../../ui/states.tsx';
import type { Column } from '../../ui/virtual-rows.tsx';
import { useDeliveryText } from './delivery-text.ts';
import { EVENT_NAMES } from '../../text/event-messages.ts';
import { ResendMany } from './resend-many.tsx';
import { SPANS, startOf } from './spans.ts';

const IDS = ['propertyId', 'listingId', 'eventId'] as const;
const STATES = ['pending', 'held', 'succeeded', 'failed', 'discarded'] as const;

/** The log of a webhook, filtered by the address of the page. */
export function DeliveriesSection({ webhookId }: { webhookId: string }) {
  const { t } = useSpeech();
  const filters = useFilters();
  const columns = useColumns(webhookId);
  const span = filters.get('since');
  const asked = askedBy(filters, span);
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
  const texts = IDS.map((name) => ({ name, label: t(`filter.${name}`) }));
  return (
    <Section title={t('deliveries.title')} actions={<ResendMany webhookId={webhookId} />}>
      <div className="stack">
        <FilterBar filters={filters} choices={choices} texts={texts} />
        <LiveRows
          label={t('deliveries.title')}
          list={list}
          found={list.items}
          columns={columns}
          filtered={filters.any}
          empty={<NoDeliveries />}
        />
      </div>
    </Section>
  );
}

type Asked = Record<'status' | 'eventName' | 'since' | (typeof IDS)[number], string>;

const askedBy = (filters: Filters, span: string): Asked => ({
  status: filters.get('status'),
  eventName: filters.get('eventName'),
  since: span === '' ? '' : (startOf(span) ?? span),
  propertyId: filters.settled('propertyId').trim(),
  listingId: filters.settled('listingId').trim(),
  eventId: filters.settled('eventId').trim(),
});

/** The filters that say something. */
const queryOf = (asked: Asked): DeliveryQuery =>
  Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== ''));

function DeliveryName({ delivery }: { delivery: Delivery }) {
  const { t } = useSpeech();
  const text = useDeliveryText(delivery);
  return delivery.test === true ? `${text} (${t('delivery.test')})` : text;
}

function useColumns(webhookId: string): Column<Delivery>[] {
  const { t } = useSpeech();
  return [
    {
      label: t('delivery.event'),
      width: 'minmax(0, 3fr)',
      show: (delivery) => (
        <TwoLines
          to={`/webhooks/${webhookId}/deliveries/${delivery.id}`}
          title={<DeliveryName delivery={delivery} />}
          below={delivery.eventId}
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

function NoDeliveries() {
  const { t } = useSpeech();
  return (
    <Empty
      icon="webhooks"
      title={t('deliveries.empty')}
      text={t('deliveries.emptyText')}
      reference="testWebhook"
    />
  );
}
