import type { EventQuery, ServiceEvent } from '@estate/client';
import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router';
import { api } from '../../api/client.ts';
import { nameOfWebhook, useTargetName, useWebhooks } from '../../api/names.ts';
import { useLiveList } from '../../api/use-live-list.ts';
import { useSpeech } from '../../text/language.tsx';
import { ActLink } from '../../ui/act-button.tsx';
import { askedFor } from '../../ui/asked-for.ts';
import { textColumn, timeColumn } from '../../ui/cells.tsx';
import { EventProperty } from '../../ui/event-property.tsx';
import { placeOf, useEventText } from '../../ui/event-text.tsx';
import { choiceOf, useFilters } from '../../ui/filters.tsx';
import type { Bar } from '../../ui/filters.tsx';
import { Page } from '../../ui/page.tsx';
import { ResourceList } from '../../ui/resource-list.tsx';
import { useTargetChoice } from '../../ui/target-choice.ts';
import type { Column } from '../../ui/virtual-rows.tsx';
import { EVENT_NAMES, isFailure } from '../../text/event-messages.ts';

/** An event with an `id`, by which lists render rows. */
type Row = ServiceEvent & { id: string };

const FILTERS = ['type', 'propertyId', 'listingId', 'targetId', 'webhookId', 'from', 'to'] as const;

/** Every event of the account, filtered by the address of the page. */
export function EventsPage() {
  const { t } = useSpeech();
  const filters = useFilters();
  const columns = useColumns(filters.get('webhookId'));
  const bar = useBar();
  const asked = askedFor<EventQuery>(filters, FILTERS);
  const list = useLiveList<Row>({
    key: ['events', asked],
    load: async (query, signal) => {
      const page = await api.events.list({ ...query, ...asked }, { signal });
      return { ...page, data: page.data.map((event) => ({ ...event, id: event.eventId })) };
    },
  });
  return (
    <Page title={t('nav.events')}>
      <ResourceList
        label={t('nav.events')}
        list={list}
        columns={columns}
        filters={filters}
        bar={bar}
        empty={{
          icon: 'events',
          title: t('events.empty'),
          text: t('events.emptyText'),
          reference: 'listEvents',
          children: (
            <ActLink to="/listings/new" variant="default">
              {t('listings.new')}
            </ActLink>
          ),
        }}
      />
    </Page>
  );
}

function useBar(): Bar {
  const { t } = useSpeech();
  const { data: webhooks = [] } = useWebhooks();
  const choices = [
    choiceOf({ name: 'type', label: t('delivery.event') }, EVENT_NAMES, (value) => t(`event.${value}`)),
    useTargetChoice(t('listing.target')),
    {
      name: 'webhookId',
      label: t('delivery.webhook'),
      options: webhooks.map((one) => ({ value: one.id, label: nameOfWebhook(one) })),
    },
  ];
  const texts = [
    { name: 'propertyId', label: t('filter.propertyId') },
    { name: 'listingId', label: t('filter.listingId') },
  ];
  return { choices, texts, hasTimes: true };
}

/** With a webhook chosen, an event also leads to its delivery there. */
function useColumns(webhookId: string): Column<Row>[] {
  const { t } = useSpeech();
  const eventText = useEventText();
  const targetName = useTargetName();
  return [
    {
      label: t('delivery.event'),
      width: 'minmax(0, 3fr)',
      show: (event) => (
        <div className="two-lines">
          <Anchor
            component={Link}
            to={placeOf(event)}
            fw={600}
            size="sm"
            className={isFailure(event) ? 'cut bad-text' : 'cut'}
          >
            {eventText(event)}
          </Anchor>
          {webhookId === '' ? (
            <Text size="xs" c="dimmed" className="cut">
              {event.eventId}
            </Text>
          ) : (
            <Anchor component={Link} to={`/webhooks/${webhookId}?eventId=${event.eventId}`} size="xs">
              {t('deliveries.title')}
            </Anchor>
          )}
        </div>
      ),
    },
    {
      label: t('listing.property'),
      width: 'minmax(0, 3fr)',
      show: (event) => <EventProperty event={event} />,
      wideOnly: true,
    },
    {
      ...textColumn<Row>(t('listing.target'), 'minmax(0, 2fr)', ({ eventPayload }) =>
        'targetId' in eventPayload ? targetName(eventPayload.targetId) : '–',
      ),
      wideOnly: true,
    },
    timeColumn(t('events.time'), '150px', ({ eventTime }) => eventTime),
  ];
}
