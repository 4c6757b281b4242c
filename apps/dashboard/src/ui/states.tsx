import type { Delivery, Listing, Property, ReceivedMailState, Target, Webhook } from '@estate/client';
import { Text } from '@mantine/core';
import { useSpeech } from '../text/language.tsx';
import { Badge } from './badge.tsx';
import type { Tone } from './badge.tsx';
import type { IconName } from './icons.tsx';
import { LISTING_TONES, shownStateOf } from './listing-state.ts';
import { Time } from './time.tsx';

export function ListingBadge({ listing }: { listing: Listing }) {
  const { t } = useSpeech();
  const state = shownStateOf(listing);
  const badge = <Badge tone={LISTING_TONES[state]}>{t(`listing.${state}`)}</Badge>;
  if (state !== 'planned' || listing.scheduledFor === undefined) return badge;
  return (
    <div>
      {badge}
      <Text size="xs" c="dimmed">
        <Time at={listing.scheduledFor} exact />
      </Text>
    </div>
  );
}

const PROPERTY = { pending: 'busy', successful: 'good', failed: 'bad' } as const;

export function PropertyBadge({ status }: { status: Property['processingStatus'] }) {
  const { t } = useSpeech();
  return <Badge tone={PROPERTY[status]}>{t(`property.${status}`)}</Badge>;
}

const TARGET = { accepted: 'good', pending: 'busy', rejected: 'bad', revoked: 'bad' } as const;

export function TargetBadge({ target: { authorizationStatus, failing, paused } }: { target: Target }) {
  const { t } = useSpeech();
  if (paused) {
    return (
      <Badge tone={paused.by === 'service' ? 'bad' : 'busy'} icon="pause">
        {t('target.paused')}
      </Badge>
    );
  }
  const isOpen = authorizationStatus !== undefined && authorizationStatus !== 'accepted';
  if (failing && !isOpen) return <Badge tone="bad">{t('target.failing')}</Badge>;
  if (authorizationStatus === undefined) return <Badge tone="calm">{t('target.ready')}</Badge>;
  return <Badge tone={TARGET[authorizationStatus]}>{t(`target.${authorizationStatus}`)}</Badge>;
}

const WEBHOOK: Record<Webhook['status'], [Tone, IconName]> = {
  active: ['good', 'check'],
  paused: ['busy', 'pause'],
  disabled: ['bad', 'cross'],
};

export function WebhookBadge({ status }: { status: Webhook['status'] }) {
  const { t } = useSpeech();
  const [tone, icon] = WEBHOOK[status];
  return (
    <Badge tone={tone} icon={icon}>
      {t(`webhook.${status}`)}
    </Badge>
  );
}

const DELIVERY: Record<Delivery['status'], Tone> = {
  pending: 'busy',
  held: 'busy',
  succeeded: 'good',
  failed: 'bad',
  discarded: 'calm',
};

export function DeliveryBadge({ status }: { status: Delivery['status'] }) {
  const { t } = useSpeech();
  return <Badge tone={DELIVERY[status]}>{t(`delivery.${status}`)}</Badge>;
}

const MAIL: Record<ReceivedMailState, Tone> = {
  pending: 'busy',
  parsed: 'good',
  partial: 'bad',
  failed: 'bad',
  done: 'calm',
};

export function MailBadge({ state }: { state: ReceivedMailState }) {
  const { t } = useSpeech();
  return <Badge tone={MAIL[state]}>{t(`mail.${state}`)}</Badge>;
}
