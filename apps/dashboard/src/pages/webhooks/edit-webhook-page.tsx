import type { Webhook, WebhookInput } from '@estate/client';
import { etagOf } from '@estate/client';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router';
import { api } from '../../api/client.ts';
import { nameOfWebhook } from '../../api/names.ts';
import { useAct } from '../../api/use-act.ts';
import { useSpeech } from '../../text/language.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { WebhookForm } from './webhook-form.tsx';

/** Changes a webhook, unless someone else has changed it since. */
export function EditWebhookPage() {
  const { id = '' } = useParams();
  const { t } = useSpeech();
  const query = useQuery({
    queryKey: ['webhook', id, 'edited'],
    queryFn: ({ signal }) => api.webhooks.get(id, { signal }),
    staleTime: Infinity,
    gcTime: 0,
  });
  return (
    <Loaded query={query}>
      {(webhook) => (
        <Page title={t('common.edit')} up={{ to: `/webhooks/${id}`, label: nameOfWebhook(webhook) }}>
          <EditForm webhook={webhook} />
        </Page>
      )}
    </Loaded>
  );
}

function EditForm({ webhook }: { webhook: Webhook }) {
  const { t } = useSpeech();
  const navigate = useNavigate();
  const { id } = webhook;
  const save = useAct({
    run: (input: WebhookInput) => api.webhooks.update(id, input, { ifMatch: etagOf(webhook) }),
    touches: [['webhooks'], ['webhook', id]],
    done: t('common.saved'),
    quiet: true,
    then: () => void navigate(`/webhooks/${id}`),
  });
  return (
    <Section title={t('nav.webhooks')}>
      <WebhookForm
        webhook={webhook}
        label={t('common.save')}
        busy={save.isPending}
        error={save.error}
        onSubmit={(input) => save.mutate(input)}
      />
    </Section>
  );
}
