import { useState } from 'react';
import type { Delivery, EventName, Webhook } from '@estate/client';
import { Group, NativeSelect, Text, Title } from '@mantine/core';
import { useNavigate } from 'react-router';
import { api } from '../../api/client.ts';
import { useAct } from '../../api/use-act.ts';
import { useIsViewer } from '../../api/rights.ts';
import { useSpeech } from '../../text/language.tsx';
import { ActButton } from '../../ui/act-button.tsx';
import { ActResult, Steps } from '../../ui/act-result.tsx';
import { Section } from '../../ui/page.tsx';
import { EVENT_NAMES } from '../../text/event-messages.ts';

/** The events of a webhook, a test event, and a check of the receiver. */
export function ToolsSection({ webhook }: { webhook: Webhook }) {
  const { t } = useSpeech();
  const isViewer = useIsViewer();
  return (
    <Section title={t('webhook.events')} text={webhook.events.map((name) => t(`event.${name}`)).join(', ')}>
      {!isViewer && (
        <div className="stack">
          <TestEvent webhook={webhook} />
          <ReceiverCheck id={webhook.id} />
        </div>
      )}
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
      <ActButton variant="light" act={test}>
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
        <ActButton variant="light" act={verify}>
          {t('webhook.verify')}
        </ActButton>
      </Group>
      <ActResult act={verify} running={t('webhook.verifying')}>
        {({ checks }) => (
          <Steps
            steps={checks.map(({ name, ok, message, statusCode, durationMs }) => ({
              title: t(`verify.${name}`),
              text: `${message} (${String(statusCode ?? t('delivery.noAnswer'))}, ${String(Math.round(durationMs))} ms)`,
              tone: ok ? 'good' : 'bad',
            }))}
          />
        )}
      </ActResult>
    </div>
  );
}
