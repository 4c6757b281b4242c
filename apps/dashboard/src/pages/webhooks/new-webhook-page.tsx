import type { Webhook, WebhookInput } from '@estate/client';
import { useNavigate } from 'react-router';
import { api } from '../../api/client.ts';
import { useAct } from '../../api/use-act.ts';
import { useSpeech } from '../../text/language.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { WebhookForm } from './webhook-form.tsx';

/** Adds an address that receives events. */
export function NewWebhookPage() {
  const { t } = useSpeech();
  const navigate = useNavigate();
  const create = useAct({
    run: (input: WebhookInput) => api.webhooks.create(input),
    touches: [['webhooks'], ['counts']],
    quiet: true,
    then: ({ id }: Webhook) => void navigate(`/webhooks/${id}`),
  });
  return (
    <Page title={t('webhooks.new')} up={{ to: '/webhooks', label: t('nav.webhooks') }}>
      <Section title={t('webhooks.new')} text={t('webhooks.emptyText')}>
        <WebhookForm
          label={t('webhook.create')}
          busy={create.isPending}
          error={create.error}
          onSubmit={(input) => create.mutate(input)}
        />
      </Section>
    </Page>
  );
}
