import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { useSpeech } from '../../text/language.tsx';
import { Section } from '../../ui/page.tsx';
import { PropertyName } from '../../ui/property-name.tsx';
import { ListingItems } from '../listings/listing-items.tsx';

const SHOWN = 8;

/** The newest listings of a target. */
export function TargetListings({ targetId }: { targetId: string }) {
  const { t } = useSpeech();
  return (
    <Section
      title={t('nav.listings')}
      actions={
        <Button component={Link} to={`/listings?targetId=${targetId}`} variant="default" size="compact-sm">
          {t('common.all')}
        </Button>
      }
    >
      <ListingItems query={{ targetId, limit: SHOWN, order: 'desc' }} empty={t('listings.empty')}>
        {({ id, propertyId }) => <PropertyName id={propertyId} to={`/listings/${id}`} />}
      </ListingItems>
    </Section>
  );
}
