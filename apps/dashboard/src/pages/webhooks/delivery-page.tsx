import type { Delivery, Webhook } from '@estate/client';
import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { api } from '../../api/client.ts';
import { nameOfWebhook, useProperty } from '../../api/names.ts';
import { FAST_MS } from '../../api/polling.ts';
import { useAct } from '../../api/use-act.ts';
import { useSpeech } from '../../text/language.tsx';
import { ActButton } from '../../ui/act-button.tsx';
import { Facts } from '../../ui/facts.tsx';
import type { Fact } from '../../ui/facts.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { PropertyLink } from '../../ui/event-property.tsx';
import { DeliveryBadge } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { AttemptsSection } from './attempts-section.tsx';
import { BodySection } from './body-section.tsx';
import { useDeliveryText } from './delivery-text.ts';
import { PlanSection } from './plan-section.tsx';

/** One delivery: its request, its responses and its next attempts. */
export function DeliveryPage() {
  const { id = '', deliveryId = '' } = useParams();
  const { data: webhook } = useQuery({
    queryKey: ['webhook', id],
    queryFn: ({ signal }) => api.webhooks.get(id, { signal }),
  });
  const query = useQuery({
    queryKey: ['delivery', id, deliveryId],
    queryFn: ({ signal }) => api.deliveries.get(id, deliveryId, { signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? FAST_MS : FAST_MS * 4),
  });
  return (
    <Loaded query={query}>{(delivery) => <DeliveryDetails delivery={delivery} webhook={webhook} />}</Loaded>
  );
}

interface Props {
  delivery: Delivery;
  webhook: Webhook | undefined;
}

function DeliveryDetails({ delivery, webhook }: Props) {
  const { id = '' } = useParams();
  const { t } = useSpeech();
  const title = useDeliveryText(delivery);
  return (
    <Page
      title={title}
      up={{ to: `/webhooks/${id}`, label: webhook ? nameOfWebhook(webhook) : t('nav.webhooks') }}
      beside={<DeliveryBadge status={delivery.status} />}
      actions={<ResendButton webhookId={id} delivery={delivery} />}
    >
      <div className="columns">
        <div className="stack">
          <DeliveryFacts delivery={delivery} webhook={webhook} />
          <AttemptsSection attempts={delivery.attempts} />
          <BodySection delivery={delivery} url={webhook?.url} />
        </div>
        <PlanSection delivery={delivery} />
      </div>
    </Page>
  );
}

function ResendButton({ webhookId, delivery }: { webhookId: string; delivery: Delivery }) {
  const { t } = useSpeech();
  const resend = useAct({
    run: () => api.deliveries.resend(webhookId, delivery.id),
    touches: [
      ['delivery', webhookId, delivery.id],
      ['deliveries', webhookId],
    ],
    done: t('delivery.resent'),
  });
  // A waiting delivery is sent anyway.
  if (delivery.status === 'pending' || delivery.status === 'held') return null;
  const isOver = delivery.status === 'succeeded';
  return (
    <ActButton variant={isOver ? 'default' : 'filled'} leftSection={<Icon name="refresh" />} act={resend}>
      {t('delivery.resend')}
    </ActButton>
  );
}

function DeliveryFacts({ delivery, webhook }: Props) {
  const { t } = useSpeech();
  const { data: property } = useProperty(delivery.propertyId);
  const { eventId, sequence, test, createdAt, id, attemptCount, attempts } = delivery;
  const facts: Fact[] = [
    [
      t('delivery.webhook'),
      webhook && (
        <Anchor key="webhook" component={Link} to={`/webhooks/${webhook.id}`} size="sm">
          {nameOfWebhook(webhook)}
        </Anchor>
      ),
    ],
    [t('listing.property'), property && <PropertyLink key="property" id={property.id} />],
    [t('delivery.number'), sequence],
    [t('delivery.test'), test === true && t('common.yes')],
    [t('delivery.attempts'), String(attemptCount ?? attempts.length)],
    [t('common.created'), createdAt !== undefined && <Time key="created" at={createdAt} exact />],
    [t('filter.eventId'), <code key="event">{eventId}</code>],
    [t('common.id'), <code key="id">{id}</code>],
  ];
  return (
    <Section title={t('common.status')}>
      <Facts facts={facts} />
    </Section>
  );
}
