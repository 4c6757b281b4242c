import { Anchor, Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api } from '../../api/client.ts';
import { SLOW_MS } from '../../api/polling.ts';
import { useSpeech } from '../../text/language.tsx';
import { EventProperty } from '../../ui/event-property.tsx';
import { isFailure } from '../../text/event-messages.ts';
import { placeOf, useEventText } from '../../ui/event-text.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Section } from '../../ui/page.tsx';
import { Time } from '../../ui/time.tsx';

const SHOWN = 8;

/** The last events, each with a link to its resource. */
export function RecentSection() {
  const { t } = useSpeech();
  const eventText = useEventText();
  const query = useQuery({
    queryKey: ['events', 'recent'],
    queryFn: ({ signal }) => api.events.list({ limit: SHOWN, order: 'desc' }, { signal }),
    refetchInterval: SLOW_MS,
  });
  return (
    <Section
      title={t('overview.recent')}
      actions={
        <Button component={Link} to="/events" variant="default" size="compact-sm">
          {t('overview.allEvents')}
        </Button>
      }
    >
      <Loaded query={query}>
        {({ data }) =>
          data.length === 0 ? (
            <Text c="dimmed" size="sm">
              {t('events.emptyText')}
            </Text>
          ) : (
            <ol className="timeline">
              {data.map((event) => (
                <li key={event.eventId} className={isFailure(event) ? 'bad' : 'good'}>
                  <Anchor component={Link} to={placeOf(event)} size="sm" fw={600}>
                    {eventText(event)}
                  </Anchor>
                  <div>
                    <EventProperty event={event} />
                  </div>
                  <Text size="xs" c="dimmed">
                    <Time at={event.eventTime} />
                  </Text>
                </li>
              ))}
            </ol>
          )
        }
      </Loaded>
    </Section>
  );
}
