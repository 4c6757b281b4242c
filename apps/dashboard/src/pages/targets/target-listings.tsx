import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api } from '../../api/client.ts';
import { LIST_MS } from '../../api/polling.ts';
import { useSpeech } from '../../text/language.tsx';
import { ShortFailure } from '../../ui/failure.tsx';
import { Section } from '../../ui/page.tsx';
import { PropertyName } from '../../ui/property-name.tsx';
import { ListingBadge } from '../../ui/states.tsx';

const SHOWN = 8;

/** The newest listings of a target. */
export function TargetListings({ targetId }: { targetId: string }) {
  const { t } = useSpeech();
  const { data } = useQuery({
    queryKey: ['listings', 'of-target', targetId],
    queryFn: ({ signal }) => api.listings.list({ targetId, limit: SHOWN, order: 'desc' }, { signal }),
    refetchInterval: LIST_MS,
  });
  return (
    <Section
      title={t('nav.listings')}
      actions={
        <Button component={Link} to={`/listings?targetId=${targetId}`} variant="default" size="compact-sm">
          {t('common.all')}
        </Button>
      }
    >
      {data?.data.length === 0 && <Text c="dimmed">{t('listings.empty')}</Text>}
      <ul className="plain-list">
        {data?.data.map((listing) => (
          <li key={listing.id} className="item">
            <div>
              <PropertyName id={listing.propertyId} to={`/listings/${listing.id}`} />
              {listing.lastError && <ShortFailure code={listing.lastError.failureCode} />}
            </div>
            <ListingBadge listing={listing} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
