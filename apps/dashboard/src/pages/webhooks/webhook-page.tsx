import type { Webhook } from '@estate/client';
import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { api } from '../../api/client.ts';
import { nameOfWebhook } from '../../api/names.ts';
import { LIST_MS } from '../../api/polling.ts';
import { useAct } from '../../api/use-act.ts';
import { SuccessSection } from '../../charts/success-section.tsx';
import { useSpeech } from '../../text/language.tsx';
import { ActButton } from '../../ui/act-button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { EditAndDelete } from '../../ui/edit-and-delete.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { WebhookBadge } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { DeliveriesSection } from './deliveries-section.tsx';
import { KeySection } from './key-section.tsx';
import { SettingsSection } from './settings-section.tsx';
import { ToolsSection } from './tools-section.tsx';

/** One webhook: its status, its key, its tools, its deliveries. */
export function WebhookPage() {
  const { id = '' } = useParams();
  const { t } = useSpeech();
  const query = useQuery({
    queryKey: ['webhook', id],
    queryFn: ({ signal }) => api.webhooks.get(id, { signal }),
    refetchInterval: LIST_MS,
  });
  return (
    <Loaded query={query}>
      {(webhook) => (
        <Page
          title={nameOfWebhook(webhook)}
          up={{ to: '/webhooks', label: t('nav.webhooks') }}
          beside={<WebhookBadge status={webhook.status} />}
          actions={<Actions webhook={webhook} />}
        >
          <WebhookIssue webhook={webhook} />
          <div className="columns">
            <ToolsSection webhook={webhook} />
            <div className="stack">
              <SettingsSection webhook={webhook} />
              <KeySection webhook={webhook} />
            </div>
          </div>
          <SuccessSection
            id={id}
            load={(...asked) => api.webhooks.summary(...asked)}
            title={t('success.questionWebhook')}
            text={t('success.ofWebhook')}
            empty={t('success.emptyWebhook')}
          />
          <DeliveriesSection webhookId={id} />
        </Page>
      )}
    </Loaded>
  );
}

function Actions({ webhook: { id, status } }: { webhook: Webhook }) {
  const { t } = useSpeech();
  const active = status === 'active';
  const toggle = useAct({
    run: () => (active ? api.webhooks.pause(id) : api.webhooks.resume(id)),
    touches: [['webhook', id], ['webhooks'], ['deliveries', id]],
  });
  return (
    <>
      <ActButton
        variant={active ? 'default' : 'filled'}
        leftSection={<Icon name={active ? 'pause' : 'refresh'} />}
        act={toggle}
      >
        {t(active ? 'webhook.pause' : 'webhook.resume')}
      </ActButton>
      <EditAndDelete
        id={id}
        list="/webhooks"
        text={t('webhook.deleteText')}
        remove={() => api.webhooks.delete(id)}
        touches={[['webhooks'], ['counts']]}
        needs="manage"
      />
    </>
  );
}

function WebhookIssue({ webhook }: { webhook: Webhook }) {
  const { t } = useSpeech();
  const { status, disabledReason, failingSince, disablesAt } = webhook;
  if (status === 'disabled') {
    return (
      <Alert className="tone-bad" icon={<Icon name="warning" />} title={t('webhook.disabled')}>
        {t(disabledReason === 'receiver_gone' ? 'webhook.gone' : 'webhook.failing')}
      </Alert>
    );
  }
  if (status === 'paused') return <Alert className="tone-busy">{t('webhook.pausedText')}</Alert>;
  if (failingSince === undefined) return null;
  return (
    <Alert className="tone-bad" icon={<Icon name="warning" />} title={t('overview.failingWebhook')}>
      {t('webhook.failingSince')} <Time at={failingSince} exact />.{' '}
      {disablesAt !== undefined && (
        <>
          {t('webhook.disablesAt')} <Time at={disablesAt} exact />.
        </>
      )}
    </Alert>
  );
}
