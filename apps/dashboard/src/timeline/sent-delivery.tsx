import type { TimelineEntry } from '@estate/client';
import { Anchor, Group, Text } from '@mantine/core';
import { Link } from 'react-router';
import { api } from '../api/client.ts';
import { useWebhooks } from '../api/names.ts';
import { useAct } from '../api/use-act.ts';
import { useSpeech } from '../text/language.tsx';
import { ActButton } from '../ui/act-button.tsx';
import { Time } from '../ui/time.tsx';

type Sent = Extract<TimelineEntry, { kind: 'event' }>['deliveries'][number];

/** A delivery of an event: its receiver, its status, its attempts, and a button to resend it. */
export function SentDelivery({ delivery }: { delivery: Sent }) {
  const { t } = useSpeech();
  const { data: webhooks } = useWebhooks();
  const { webhookId, deliveryId, host, status } = delivery;
  const name = webhooks?.find(({ id }) => id === webhookId)?.name ?? host ?? webhookId;
  const text = t(`timeline.delivery.${status}`, { name });
  return (
    <div>
      <Group gap="xs">
        <Text size="xs" {...(status === 'failed' && { className: 'bad-text' })}>
          {host === undefined ? (
            text
          ) : (
            <Anchor component={Link} to={`/webhooks/${webhookId}/deliveries/${deliveryId}`} inherit>
              {text}
            </Anchor>
          )}
        </Text>
        {host !== undefined && status !== 'pending' && <Resend delivery={delivery} name={name} />}
      </Group>
      <Attempts delivery={delivery} />
    </div>
  );
}

function Resend({ delivery: { webhookId, deliveryId }, name }: { delivery: Sent; name: string }) {
  const { t } = useSpeech();
  const resend = useAct({
    run: () => api.deliveries.resend(webhookId, deliveryId),
    touches: [['timeline'], ['delivery', webhookId, deliveryId], ['deliveries', webhookId]],
    done: t('delivery.resent'),
  });
  const label = `${t('delivery.resend')}: ${name}`;
  return (
    <ActButton size="compact-xs" variant="default" act={resend} aria-label={label}>
      {t('delivery.resend')}
    </ActButton>
  );
}

function Attempts({ delivery: { attempts, attemptCount, nextAttemptAt } }: { delivery: Sent }) {
  const { t } = useSpeech();
  const last = attempts.at(-1);
  const count = t('timeline.attempts', { count: attemptCount });
  return (
    <Text size="xs" c="dimmed" component="div" className="break">
      {count}
      {last && (
        <>
          {' · '}
          {last.statusCode ?? last.errorCode ?? t('delivery.noAnswer')}
          {last.durationMs !== undefined && ` · ${String(Math.round(last.durationMs))} ms`}
          {' · '}
          <Time at={last.at} exact />
        </>
      )}
      {nextAttemptAt !== undefined && (
        <>
          {' · '}
          {t('timeline.nextAttempt')} <Time at={nextAttemptAt} exact />
        </>
      )}
    </Text>
  );
}
