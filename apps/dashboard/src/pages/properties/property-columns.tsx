import type { Property } from '@estate/client';
import { Text } from '@mantine/core';
import { useTypeName } from '../../api/property-types.ts';
import { WithPicture } from '../../pictures/with-picture.tsx';
import { useSpeech } from '../../text/language.tsx';
import { TwoLines, timeColumn } from '../../ui/cells.tsx';
import { PropertyBadge } from '../../ui/states.tsx';
import type { Column } from '../../ui/virtual-rows.tsx';
import { PortalChips } from './portal-chips.tsx';
import type { KnownPortals } from './portal-chips.tsx';
import { SelectBox } from '../selection/select-box.tsx';
import type { Selecting } from '../selection/use-selection.ts';
import { useMarketFacts } from '../../fields/market-facts.ts';

interface InList {
  items: readonly Property[];
  /** Undefined for users who may not act on a selection. */
  selecting: Selecting | undefined;
  portals: KnownPortals;
}

/** The columns of the list of properties. */
export function usePropertyColumns({ items, selecting, portals }: InList): Column<Property>[] {
  const { t } = useSpeech();
  const typeName = useTypeName();
  return [
    {
      label: t('property.title'),
      width: 'minmax(0, 5fr)',
      show: (property) => (
        <div className="with-select">
          {selecting && (
            <SelectBox
              id={property.id}
              label={t('many.row', { title: property.fields.title })}
              items={items}
              selecting={selecting}
            />
          )}
          <WithPicture property={property}>
            <TwoLines
              to={`/properties/${property.id}`}
              title={property.fields.title}
              below={`${typeName(property.type)} · ${property.externalId} · ${property.fields.address.city}`}
            />
          </WithPicture>
        </div>
      ),
    },
    {
      label: t('many.listedOn'),
      width: 'minmax(0, 3fr)',
      show: ({ id, processingStatus }) => (
        <div className="portal-chips">
          {processingStatus !== 'successful' && <PropertyBadge status={processingStatus} />}
          <PortalChips listings={portals.of(id)} />
        </div>
      ),
    },
    {
      label: t('property.price'),
      width: '132px',
      show: (property) => <Price property={property} />,
    },
    { ...timeColumn<Property>(t('common.updated'), '100px', ({ updatedAt }) => updatedAt), wideOnly: true },
  ];
}

function Price({ property }: { property: Property }) {
  const { price, area } = useMarketFacts();
  return (
    <div className="two-lines">
      <Text size="sm" className="cut">
        {price(property)}
      </Text>
      <Text size="xs" c="dimmed" className="cut">
        {area(property)}
      </Text>
    </div>
  );
}
