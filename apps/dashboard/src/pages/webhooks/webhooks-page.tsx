import type { Webhook } from '@estate/client';
import { Text } from '@mantine/core';
import { api } from '../../api/client.ts';
import { useLiveList } from '../../api/use-live-list.ts';
import { useSpeech } from '../../text/language.tsx';
import { TwoLines, timeColumn } from '../../ui/cells.tsx';
import { NewLink } from '../../ui/new-link.tsx';
import { Page } from '../../ui/page.tsx';
import { ResourceList } from '../../ui/resource-list.tsx';
import { WebhookBadge } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import type { Column } from '../../ui/virtual-rows.tsx';

/** The addresses that receive events. */
export function WebhooksPage() {
  const { t } = useSpeech();
  const columns = useColumns();
  const list = useLiveList<Webhook>({
    key: ['webhooks'],
    load: (query, signal) => api.webhooks.list(query, { signal }),
  });
  const newWebhook = <NewLink to="/webhooks/new" needs="manage" label={t('webhooks.new')} />;
  return (
    <Page title={t('nav.webhooks')} actions={newWebhook}>
      <ResourceList
        label={t('nav.webhooks')}
        list={list}
        columns={columns}
        empty={{
          icon: 'webhooks',
          title: t('webhooks.empty'),
          text: t('webhooks.emptyText'),
          reference: 'createWebhook',
          children: newWebhook,
        }}
      />
    </Page>
  );
}

function useColumns(): Column<Webhook>[] {
  const { t } = useSpeech();
  return [
    {
      label: t('delivery.webhook'),
      width: 'minmax(0, 3fr)',
      show: ({ id, name, url, events }) => (
        <TwoLines
          to={`/webhooks/${id}`}
          title={name ?? url}
          below={[...(name === undefined ? [] : [url]), ...events.map((event) => t(`event.${event}`))].join(
            ', ',
          )}
        />
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
      ...timeColumn<Webhook>(t('common.created'), '140px', ({ createdAt }) => createdAt),
      wideOnly: true,
    },
  ];
}
