import type { Delivery, DeliveryQuery } from '@estate/client';
import { Text } from '@mantine/core';
import { api } from '../../api/client.ts';
import { useLiveList } from '../../api/use-live-list.ts';
import { useSpeech } from '../../text/language.tsx';
import { askedFor } from '../../ui/asked-for.ts';
import { TwoLines, timeColumn } from '../../ui/cells.tsx';
import { choiceOf, useFilters } from '../../ui/filters.tsx';
import { Section } from '../../ui/page.tsx';
import { ResourceList } from '../../ui/resource-list.tsx';
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
  const asked = askedFor<DeliveryQuery>(filters, ['status', 'eventName', ...IDS]);
  const list = useLiveList<Delivery>({
    key: ['deliveries', webhookId, { ...asked, since: span }],
    load: (query, signal) =>
      api.deliveries.list(webhookId, { ...query, ...asked, ...sinceOf(span) }, { signal }),
  });
  const choices = [
    choiceOf({ name: 'status', label: t('common.status') }, STATES, (value) => t(`delivery.${value}`)),
    choiceOf({ name: 'eventName', label: t('delivery.event') }, EVENT_NAMES, (value) => t(`event.${value}`)),
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
        <ResourceList
          label={t('deliveries.title')}
          list={list}
          columns={columns}
          filters={filters}
          bar={{ choices, texts }}
          empty={{
            icon: 'webhooks',
            title: t('deliveries.empty'),
            text: t('deliveries.emptyText'),
            reference: 'testWebhook',
          }}
        />
      </div>
    </Section>
  );
}

/** The address holds a span such as `1d`, or a time. */
const sinceOf = (span: string): DeliveryQuery => (span === '' ? {} : { since: startOf(span) ?? span });

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
