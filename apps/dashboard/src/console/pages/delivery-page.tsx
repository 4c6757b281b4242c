import type { Delivery } from '@estate/client';
import { useParams } from 'react-router';
import { useAct } from '../../api/use-act.ts';
import { useSpeech } from '../../text/language.tsx';
import { ActButton } from '../../ui/act-button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { DeliveryBadge } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { useAccountName } from '../account-names.ts';
import { accountPath, operate } from '../api.ts';
import { LookButton } from '../look-button.tsx';
import { ReadAgain } from '../read-again.tsx';
import { useAsked } from '../use-asked.ts';
import { useText } from '../use-text.ts';

/** One delivery of an account: its status, and another attempt. */
export function OperatedDeliveryPage() {
  const { id = '', webhookId = '', deliveryId = '' } = useParams();
  const accountName = useAccountName();
  const place = `/webhooks/${encodeURIComponent(webhookId)}/deliveries/${encodeURIComponent(deliveryId)}`;
  const path = accountPath(id, place);
  const query = useAsked<Delivery>(path);
  return (
    <Loaded query={query}>
      {(delivery) => (
        <Page
          title={delivery.eventName}
          up={{ to: `/accounts/${id}`, label: accountName(id) }}
          beside={<DeliveryBadge status={delivery.status} />}
          actions={
            <>
              <LookButton accountId={id} to={place} />
              <Resend path={path} />
            </>
          }
        >
          <DeliveryFacts delivery={delivery} webhookId={webhookId} />
          <ReadAgain query={query} />
        </Page>
      )}
    </Loaded>
  );
}

function Resend({ path }: { path: string }) {
  const text = useText();
  const resend = useAct({
    run: () => operate<Delivery>(`${path}/resend`, { method: 'POST' }),
    touches: [[path]],
    done: text('delivery.resent'),
  });
  return (
    <ActButton act={resend} leftSection={<Icon name="refresh" />}>
      {text('delivery.resend')}
    </ActButton>
  );
}

function DeliveryFacts({ delivery, webhookId }: { delivery: Delivery; webhookId: string }) {
  const { t } = useSpeech();
  const text = useText();
  const last = delivery.attempts.at(-1);
  return (
    <Section title={t('common.status')}>
      <Facts
        facts={[
          [text('delivery.webhook'), <code key="webhook">{webhookId}</code>],
          [text('delivery.attempts'), String(delivery.attemptCount ?? delivery.attempts.length)],
          [text('delivery.lastAttempt'), last && <Time key="last" at={last.at} exact />],
          [text('delivery.outcome'), last && (last.error ?? String(last.statusCode ?? ''))],
          [t('common.id'), <code key="id">{delivery.id}</code>],
        ]}
      />
    </Section>
  );
}
