import type { Delivery, Listing, Property, Target, Webhook } from '@estate/client';
import { useSpeech } from '../text/language.tsx';
import { Badge } from './badge.tsx';
import type { Tone } from './badge.tsx';
import type { IconName } from './icons.tsx';

export type ListingState = 'published' | 'updateFailed' | 'failed' | 'waiting' | 'paused' | 'heldBack';

/** Where a listing stands. */
export function stateOf({
  published,
  lastError,
  preventPublication,
  lastPublishedAt,
  paused,
}: Listing): ListingState {
  if (lastError) return published ? 'updateFailed' : 'failed';
  if (published) return 'published';
  if (paused) return 'paused';
  return preventPublication === true && lastPublishedAt !== undefined ? 'heldBack' : 'waiting';
}

const LISTING: Record<ListingState, Tone> = {
  published: 'good',
  updateFailed: 'bad',
  failed: 'bad',
  waiting: 'busy',
  paused: 'busy',
  heldBack: 'calm',
};

export function ListingBadge({ listing }: { listing: Listing }) {
  const { t } = useSpeech();
  const state = stateOf(listing);
  return <Badge tone={LISTING[state]}>{t(`listing.${state}`)}</Badge>;
}

const PROPERTY = { pending: 'busy', successful: 'good', failed: 'bad' } as const;

export function PropertyBadge({ status }: { status: Property['processingStatus'] }) {
  const { t } = useSpeech();
  return <Badge tone={PROPERTY[status]}>{t(`property.${status}`)}</Badge>;
}

const TARGET = { accepted: 'good', pending: 'busy', rejected: 'bad', revoked: 'bad' } as const;

export function TargetBadge({ target: { authorizationStatus, paused } }: { target: Target }) {
  const { t } = useSpeech();
  if (paused) {
    return (
      <Badge tone={paused.by === 'operator' ? 'busy' : 'bad'} icon="pause">
        {t('target.paused')}
      </Badge>
    );
  }
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
