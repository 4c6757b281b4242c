import type { Property } from '@estate/client';
import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useTargetName } from '../../api/names.ts';
import { LIST_MS } from '../../api/polling.ts';
import { useSpeech } from '../../text/language.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { isFailure, placeOf, useEventText } from '../../ui/event-text.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Section } from '../../ui/page.tsx';
import { Time } from '../../ui/time.tsx';
import { readTimeline } from './timeline.ts';
import type { Moment, SentTo } from './timeline.ts';

/** One line through everything that happened. */
export function TimelineSection({ property }: { property: Property }) {
  const { t } = useSpeech();
  const { data, error, isPending } = useQuery({
    queryKey: ['timeline', property.id, property.updatedAt],
    queryFn: ({ signal }) => readTimeline(property, signal),
    refetchInterval: LIST_MS,
    placeholderData: (before) => before,
  });
  return (
    <Section title={t('property.timeline')}>
      {error && <ErrorNote error={error} />}
      {isPending && <Loading />}
      <ol className="timeline">
        {data?.map((moment) => (
          <li key={keyOf(moment)} className={toneOf(moment)}>
            <MomentText moment={moment} />
            <Text size="xs" c="dimmed">
              <Time at={moment.at} />
            </Text>
            {moment.kind === 'event' &&
              moment.sentTo.map((sent) => <Sent key={sent.delivery.id} sent={sent} />)}
          </li>
        ))}
      </ol>
    </Section>
  );
}

const keyOf = (moment: Moment): string => (moment.kind === 'event' ? moment.event.eventId : moment.kind);

function toneOf(moment: Moment): string {
  if (moment.kind !== 'event') return '';
  return isFailure(moment.event) ? 'bad' : 'good';
}

function MomentText({ moment }: { moment: Moment }) {
  const { t } = useSpeech();
  const eventText = useEventText();
  const targetName = useTargetName();
  if (moment.kind !== 'event') return <Text size="sm">{t(`timeline.${moment.kind}`)}</Text>;
  const { event } = moment;
  const { eventPayload } = event;
  const target = 'targetId' in eventPayload ? ` · ${targetName(eventPayload.targetId)}` : '';
  if (event.eventName.startsWith('property.')) return <Text size="sm">{eventText(event)}</Text>;
  return (
    <Anchor component={Link} to={placeOf(event)} size="sm">
      {eventText(event)}
      {target}
    </Anchor>
  );
}

function Sent({ sent: { host, webhookId, delivery } }: { sent: SentTo }) {
  const { t } = useSpeech();
  const arrived = delivery.status === 'succeeded';
  const attempts = delivery.attemptCount ?? delivery.attempts.length;
  return (
    <Text size="xs">
      <Anchor
        component={Link}
        to={`/webhooks/${webhookId}/deliveries/${delivery.id}`}
        size="xs"
        {...(!arrived && { className: 'bad-text' })}
      >
        {t(arrived ? 'timeline.deliveredTo' : 'timeline.notDelivered', { host })}
      </Anchor>
      {attempts > 1 && ` (${t('timeline.attempts', { count: attempts })})`}
    </Text>
  );
}
