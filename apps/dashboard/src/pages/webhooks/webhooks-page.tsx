import type { Webhook } from '@estate/client';
import { Anchor, Button, Text } from '@mantine/core';
import { Link } from 'react-router';
import { api } from '../../api/client.ts';
import { useLiveList } from '../../api/use-live-list.ts';
import { useSpeech } from '../../text/language.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Icon } from '../../ui/icons.tsx';
import { LiveRows } from '../../ui/live-rows.tsx';
import { Page } from '../../ui/page.tsx';
import { WebhookBadge } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import type { Column } from '../../ui/virtual-rows.tsx';

/** The addresses that are told what happens. */
export function WebhooksPage() {
  const { t } = useSpeech();
  const columns = useColumns();
  const list = useLiveList<Webhook>({
    key: ['webhooks'],
    load: (query, signal) => api.webhooks.list(query, { signal }),
  });
  return (
    <Page title={t('nav.webhooks')} actions={<NewWebhook />}>
      <LiveRows
        label={t('nav.webhooks')}
        list={list}
        found={list.items}
        columns={columns}
        filtered={false}
        empty={
          <Empty icon="webhooks" title={t('webhooks.empty')} text={t('webhooks.emptyText')}>
            <NewWebhook />
          </Empty>
        }
      />
    </Page>
  );
}

function NewWebhook() {
  const { t } = useSpeech();
  return (
    <Button component={Link} to="/webhooks/new" leftSection={<Icon name="plus" />}>
      {t('webhooks.new')}
    </Button>
  );
}

function useColumns(): Column<Webhook>[] {
  const { t } = useSpeech();
  return [
    {
      label: t('webhook.url'),
      width: 'minmax(0, 3fr)',
      show: ({ id, url, events }) => (
        <div className="two-lines">
          <Anchor component={Link} to={`/webhooks/${id}`} fw={600} size="sm" className="cut">
            {url}
          </Anchor>
          <Text size="xs" c="dimmed" className="cut">
            {events.map((name) => t(`event.${name}`)).join(', ')}
          </Text>
        </div>
      ),
    },
    {
      label: t('common.status'),
      width: 'minmax(170px, 1fr)',
      show: ({ status, failingSince }) => (
        <>
          <WebhookBadge status={status} />
          {failingSince !== undefined && (
            <Text size="xs" className="bad-text">
              {t('webhook.failingSince')} <Time at={failingSince} />
            </Text>
          )}
        </>
      ),
    },
    {
      label: t('common.created'),
      width: '140px',
      show: ({ createdAt }) => (
        <Text size="sm" c="dimmed">
          <Time at={createdAt} />
        </Text>
      ),
      wideOnly: true,
    },
  ];
}
