import { useState } from 'react';
import type { Resend } from '@estate/client';
import { Group, NativeSelect, Progress, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { FAST_MS } from '../../api/polling.ts';
import { useAct } from '../../api/use-act.ts';
import { useSpeech } from '../../text/language.tsx';
import { ActButton } from '../../ui/act-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormErrors } from '../../ui/form-errors.tsx';
import { SPANS, startOf } from './spans.ts';

const STATES = ['failed', 'discarded', 'succeeded'] as const;
type State = (typeof STATES)[number];

/** Starts a bulk resend and shows its progress. */
export function ResendMany({ webhookId }: { webhookId: string }) {
  const { t } = useSpeech();
  return (
    <Dialog label={t('deliveries.resendMany')} variant="default">
      {() => <ResendForm webhookId={webhookId} />}
    </Dialog>
  );
}

function ResendForm({ webhookId }: { webhookId: string }) {
  const { t } = useSpeech();
  const [span, setSpan] = useState('day');
  const [status, setStatus] = useState<State>('failed');
  const resend = useAct({
    run: () => api.webhooks.resend(webhookId, { since: startOf(span), status }),
    touches: [['deliveries', webhookId]],
    quiet: true,
  });
  return (
    <Stack>
      <Text size="sm">{t('deliveries.resendText')}</Text>
      <NativeSelect
        label={t('common.status')}
        value={status}
        data={STATES.map((value) => ({ value, label: t(`delivery.${value}`) }))}
        onChange={(event) => setStatus(event.currentTarget.value as State)}
      />
      <NativeSelect
        label={t('deliveries.since')}
        value={span}
        data={SPANS.map(({ value, label }) => ({ value, label: t(label) }))}
        onChange={(event) => setSpan(event.currentTarget.value)}
      />
      <FormErrors error={resend.error} />
      {resend.data && <Progressing webhookId={webhookId} begun={resend.data} />}
      <Group justify="flex-end">
        <ActButton act={resend}>{t('delivery.resend')}</ActButton>
      </Group>
    </Stack>
  );
}

function Progressing({ webhookId, begun }: { webhookId: string; begun: Resend }) {
  const { t } = useSpeech();
  const { data } = useQuery({
    queryKey: ['resend', webhookId, begun.id],
    queryFn: ({ signal }) => api.webhooks.resendProgress(webhookId, begun.id, { signal }),
    initialData: begun,
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? FAST_MS : false),
  });
  const running = data.status === 'running';
  const failed = data.status === 'failed';
  return (
    <div role="status">
      <Progress
        value={100}
        animated={running}
        color={failed ? 'red' : running ? 'petrol' : 'teal'}
        aria-label={t('delivery.resend')}
      />
      <Text size="sm" mt={4}>
        {t('deliveries.resent', { queued: data.queued, examined: data.examined })}
        {!running && ` · ${t(failed ? 'deliveries.resendFailed' : 'deliveries.resendDone')}`}
      </Text>
    </div>
  );
}
