import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api } from '../../api/client.ts';
import { useTargetName } from '../../api/names.ts';
import { LIST_MS } from '../../api/polling.ts';
import { useSpeech } from '../../text/language.tsx';
import { ShortFailure } from '../../ui/failure.tsx';
import { Section } from '../../ui/page.tsx';
import { ListingBadge } from '../../ui/states.tsx';

/** The targets a property is on, and how it stands there. */
export function ListedOnSection({ propertyId }: { propertyId: string }) {
  const { t } = useSpeech();
  const targetName = useTargetName();
  const { data } = useQuery({
    queryKey: ['listings', 'of-property', propertyId],
    queryFn: ({ signal }) => api.listings.list({ propertyId, limit: 100 }, { signal }),
    refetchInterval: LIST_MS,
  });
  return (
    <Section title={t('property.listings')}>
      {data?.data.length === 0 && <Text c="dimmed">{t('property.noListings')}</Text>}
      <ul className="plain-list">
        {data?.data.map((listing) => (
          <li key={listing.id} className="item">
            <div>
              <Anchor component={Link} to={`/listings/${listing.id}`} fw={600} size="sm" className="cut">
                {targetName(listing.targetId)}
              </Anchor>
              {listing.lastError && <ShortFailure code={listing.lastError.failureCode} />}
            </div>
            <ListingBadge listing={listing} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
