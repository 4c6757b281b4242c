import { useState } from 'react';
import type { Delivery, EventName, ReceiverReport, Webhook } from '@estate/client';
import { Group, NativeSelect, Text, Title } from '@mantine/core';
import { useNavigate } from 'react-router';
import { api } from '../../api/client.ts';
import { useAct } from '../../api/use-act.ts';
import { useSpeech } from '../../text/language.tsx';
import { ActButton } from '../../ui/act-button.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Section } from '../../ui/page.tsx';
import { EVENT_NAMES } from './event-names.ts';

/** What it is told of, a test event, and a check of the receiver. */
export function ToolsSection({ webhook }: { webhook: Webhook }) {
  const { t } = useSpeech();
  return (
    <Section title={t('webhook.events')} text={webhook.events.map((name) => t(`event.${name}`)).join(', ')}>
      <div className="stack">
        <TestEvent webhook={webhook} />
        <ReceiverCheck id={webhook.id} />
      </div>
    </Section>
  );
}

function TestEvent({ webhook: { id, events } }: { webhook: Webhook }) {
  const { t } = useSpeech();
  const navigate = useNavigate();
  const [event, setEvent] = useState<EventName>(events[0] ?? 'publication.succeeded');
  const test = useAct({
    run: () => api.webhooks.test(id, event),
    touches: [['deliveries', id]],
    done: t('webhook.tested'),
    then: (delivery: Delivery) => void navigate(`/webhooks/${id}/deliveries/${delivery.id}`),
  });
  return (
    <Group align="flex-end" gap="xs">
      <NativeSelect
        label={t('webhook.test')}
        value={event}
        data={EVENT_NAMES.map((value) => ({ value, label: t(`event.${value}`) }))}
        onChange={({ currentTarget }) => setEvent(currentTarget.value as EventName)}
      />
      <ActButton variant="light" loading={test.isPending} onClick={() => test.mutate(undefined)}>
        {t('webhook.test')}
      </ActButton>
    </Group>
  );
}

function ReceiverCheck({ id }: { id: string }) {
  const { t } = useSpeech();
  const verify = useAct({ run: () => api.webhooks.verify(id), touches: [], quiet: true });
  return (
    <div>
      <Group justify="space-between" mb="xs">
        <div>
          <Title order={3}>{t('webhook.verify')}</Title>
          <Text size="sm" c="dimmed">
            {t('webhook.verifyText')}
          </Text>
        </div>
        <ActButton variant="light" loading={verify.isPending} onClick={() => verify.mutate(undefined)}>
          {t('webhook.verify')}
        </ActButton>
      </Group>
      <div aria-live="polite">
        {verify.isPending && (
          <>
            <Text size="sm">{t('webhook.verifying')}</Text>
            <Loading />
          </>
        )}
        {verify.error && <ErrorNote error={verify.error} />}
        {verify.data && <Report report={verify.data} />}
      </div>
    </div>
  );
}

function Report({ report }: { report: ReceiverReport }) {
  const { t } = useSpeech();
  return (
    <ol className="steps">
      {report.checks.map(({ name, ok, message, statusCode, durationMs }) => (
        <li key={name}>
          <span className={ok ? 'good-text' : 'bad-text'}>
            <Icon name={ok ? 'check' : 'cross'} />
          </span>
          <div>
            <Text size="sm" fw={600}>
              {t(`verify.${name}`)}
            </Text>
            <Text size="sm" c="dimmed" className="break">
              {message} ({statusCode ?? t('delivery.noAnswer')}, {Math.round(durationMs)} ms)
            </Text>
          </div>
        </li>
      ))}
    </ol>
  );
}
