import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { useTargetName } from '../../api/names.ts';
import { useSpeech } from '../../text/language.tsx';
import { Section } from '../../ui/page.tsx';
import { ListingItems } from '../listings/listing-items.tsx';

/** The targets of a property and the state of its listings there. */
export function ListedOnSection({ propertyId }: { propertyId: string }) {
  const { t } = useSpeech();
  const targetName = useTargetName();
  return (
    <Section title={t('property.listings')}>
      <ListingItems query={{ propertyId }} empty={t('property.noListings')}>
        {({ id, targetId }) => (
          <Anchor component={Link} to={`/listings/${id}`} fw={600} size="sm" className="cut">
            {targetName(targetId)}
          </Anchor>
        )}
      </ListingItems>
    </Section>
  );
}
