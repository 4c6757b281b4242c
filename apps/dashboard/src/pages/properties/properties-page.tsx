import type { Property } from '@estate/client';
import { api } from '../../api/client.ts';
import { useLiveList } from '../../api/use-live-list.ts';
import { useSpeech } from '../../text/language.tsx';
import { TwoLines, textColumn, timeColumn } from '../../ui/cells.tsx';
import { Empty } from '../../ui/empty.tsx';
import { FilterBar, matches, useFilters } from '../../ui/filters.tsx';
import { LiveRows } from '../../ui/live-rows.tsx';
import { Page } from '../../ui/page.tsx';
import { PropertyBadge } from '../../ui/states.tsx';
import type { Column } from '../../ui/virtual-rows.tsx';
import { usePrice } from './price.ts';

const STATES = ['pending', 'successful', 'failed'] as const;

/** Every property, with what became of its processing. */
export function PropertiesPage() {
  const { t } = useSpeech();
  const filters = useFilters();
  const columns = useColumns();
  const list = useLiveList<Property>({
    key: ['properties'],
    load: (query, signal) => api.properties.list(query, { signal }),
    everything: filters.any,
  });
  const [words, status] = [filters.settled('q'), filters.settled('status')];
  const found = list.items.filter(
    ({ fields, externalId, id, processingStatus }) =>
      (status === '' || processingStatus === status) &&
      matches(words, fields.title, fields.address.city, fields.address.street, externalId, id),
  );
  const options = STATES.map((value) => ({ value, label: t(`property.${value}`) }));
  return (
    <Page title={t('nav.properties')}>
      <FilterBar
        filters={filters}
        search={t('properties.search')}
        choices={[{ name: 'status', label: t('common.status'), options }]}
      />
      <LiveRows
        label={t('nav.properties')}
        list={list}
        found={found}
        columns={columns}
        filtered={filters.any}
        empty={<Empty icon="properties" title={t('properties.empty')} text={t('properties.emptyText')} />}
      />
    </Page>
  );
}

function useColumns(): Column<Property>[] {
  const { t } = useSpeech();
  const price = usePrice();
  return [
    {
      label: t('property.title'),
      width: 'minmax(0, 3fr)',
      show: ({ id, fields, externalId }) => (
        <TwoLines to={`/properties/${id}`} title={fields.title} below={externalId} />
      ),
    },
    {
      ...textColumn<Property>(
        t('property.place'),
        'minmax(0, 2fr)',
        ({ fields: { address } }) => `${address.postalCode} ${address.city}`,
      ),
      wideOnly: true,
    },
    { label: t('property.price'), width: '130px', show: ({ fields }) => price(fields), wideOnly: true },
    {
      label: t('common.status'),
      width: '150px',
      show: ({ processingStatus }) => <PropertyBadge status={processingStatus} />,
    },
    timeColumn(t('common.updated'), '130px', ({ updatedAt }) => updatedAt),
  ];
}
