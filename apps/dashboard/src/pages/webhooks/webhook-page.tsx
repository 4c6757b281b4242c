import type { Webhook } from '@estate/client';
import { Alert, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from 'react-router';
import { api } from '../../api/client.ts';
import { LIST_MS } from '../../api/polling.ts';
import { useAct } from '../../api/use-act.ts';
import { useSpeech } from '../../text/language.tsx';
import { ActButton } from '../../ui/act-button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { WebhookBadge } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { DeliveriesSection } from './deliveries-section.tsx';
import { KeySection } from './key-section.tsx';
import { ToolsSection } from './tools-section.tsx';

/** One webhook: how it is, its key, its tools, its deliveries. */
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
          title={webhook.url}
          up={{ to: '/webhooks', label: t('nav.webhooks') }}
          beside={<WebhookBadge status={webhook.status} />}
          actions={<Actions webhook={webhook} />}
        >
          <WebhookIssue webhook={webhook} />
          <div className="columns">
            <ToolsSection webhook={webhook} />
            <KeySection webhook={webhook} />
          </div>
          <DeliveriesSection webhookId={id} />
        </Page>
      )}
    </Loaded>
  );
}

function Actions({ webhook: { id, status } }: { webhook: Webhook }) {
  const { t } = useSpeech();
  const navigate = useNavigate();
  const active = status === 'active';
  const toggle = useAct({
    run: () => (active ? api.webhooks.pause(id) : api.webhooks.resume(id)),
    touches: [['webhook', id], ['webhooks'], ['deliveries', id]],
  });
  const remove = useAct({
    run: () => api.webhooks.delete(id),
    touches: [['webhooks'], ['counts']],
    done: t('common.deleted'),
    then: () => void navigate('/webhooks'),
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
      <Button component={Link} to={`/webhooks/${id}/edit`} variant="default">
        {t('common.edit')}
      </Button>
      <Confirm
        dangerous
        label={t('common.delete')}
        title={t('common.deleteTitle')}
        text={t('webhook.deleteText')}
        act={remove}
      />
    </>
  );
}

function WebhookIssue({ webhook }: { webhook: Webhook }) {
  const { t } = useSpeech();
  const { status, disabledReason, warning, failingSince, disablesAt } = webhook;
  if (status === 'disabled') {
    return (
      <Alert className="tone-bad" icon={<Icon name="warning" />} title={t('webhook.disabled')}>
        {t(disabledReason === 'receiver_gone' ? 'webhook.gone' : 'webhook.failing')}
      </Alert>
    );
  }
  if (status === 'paused') return <Alert className="tone-busy">{t('webhook.pausedText')}</Alert>;
  if (failingSince === undefined && warning === undefined) return null;
  return (
    <Alert className="tone-bad" icon={<Icon name="warning" />} title={t('overview.failingWebhook')}>
      {warning}{' '}
      {failingSince !== undefined && (
        <>
          {t('webhook.failingSince')} <Time at={failingSince} exact />.{' '}
        </>
      )}
      {disablesAt !== undefined && (
        <>
          {t('webhook.disablesAt')} <Time at={disablesAt} exact />.
        </>
      )}
    </Alert>
  );
}
