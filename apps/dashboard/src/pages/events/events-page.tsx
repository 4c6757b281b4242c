import type { EventName, EventQuery, ServiceEvent } from '@estate/client';
import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router';
import { api } from '../../api/client.ts';
import { nameOfWebhook, useTargetName, useTargets, useWebhooks } from '../../api/names.ts';
import { useLiveList } from '../../api/use-live-list.ts';
import { useSpeech } from '../../text/language.tsx';
import { ActLink } from '../../ui/act-button.tsx';
import { textColumn, timeColumn } from '../../ui/cells.tsx';
import { Empty } from '../../ui/empty.tsx';
import { EventProperty } from '../../ui/event-property.tsx';
import { placeOf, useEventText } from '../../ui/event-text.tsx';
import { FilterBar, useFilters } from '../../ui/filters.tsx';
import type { Filters } from '../../ui/filters.tsx';
import { LiveRows } from '../../ui/live-rows.tsx';
import { Page } from '../../ui/page.tsx';
import type { Column } from '../../ui/virtual-rows.tsx';
import { EVENT_NAMES, isFailure } from '../../text/event-messages.ts';

/** An event as a row: a list is drawn by ids. */
type Row = ServiceEvent & { id: string };

const FILTERS = ['propertyId', 'listingId', 'targetId', 'webhookId', 'from', 'to'] as const;

/** The part of a query that the address of the page says. */
function askedBy(filters: Filters): EventQuery {
  const type = filters.settled('type');
  const others = FILTERS.map((name) => [name, filters.settled(name).trim()] as const);
  return {
    ...(type !== '' && { type: type as EventName }),
    ...Object.fromEntries(others.filter(([, value]) => value !== '')),
  };
}

/** Every event of the account, filtered by the address of the page. */
export function EventsPage() {
  const { t } = useSpeech();
  const filters = useFilters();
  const columns = useColumns(filters.get('webhookId'));
  const asked = askedBy(filters);
  const list = useLiveList<Row>({
    key: ['events', asked],
    load: async (query, signal) => {
      const page = await api.events.list({ ...query, ...asked }, { signal });
      return { ...page, data: page.data.map((event) => ({ ...event, id: event.eventId })) };
    },
  });
  return (
    <Page title={t('nav.events')}>
      <EventFilters filters={filters} />
      <LiveRows
        label={t('nav.events')}
        list={list}
        found={list.items}
        columns={columns}
        filtered={filters.any}
        empty={<NoEvents />}
      />
    </Page>
  );
}

function EventFilters({ filters }: { filters: Filters }) {
  const { t } = useSpeech();
  const targetName = useTargetName();
  const { data: targets = [] } = useTargets();
  const { data: webhooks = [] } = useWebhooks();
  const choices = [
    {
      name: 'type',
      label: t('delivery.event'),
      options: EVENT_NAMES.map((value) => ({ value, label: t(`event.${value}`) })),
    },
    {
      name: 'targetId',
      label: t('listing.target'),
      options: targets.map(({ id }) => ({ value: id, label: targetName(id) })),
    },
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
  const times = [
    { name: 'from', label: t('filter.from') },
    { name: 'to', label: t('filter.to') },
  ];
  return <FilterBar filters={filters} choices={choices} texts={texts} times={times} />;
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

function NoEvents() {
  const { t } = useSpeech();
  return (
    <Empty icon="events" title={t('events.empty')} text={t('events.emptyText')} reference="listEvents">
      <ActLink to="/listings/new" variant="default">
        {t('listings.new')}
      </ActLink>
    </Empty>
  );
}
