import type { Property, PropertyType } from '@estate/client';
import { Text } from '@mantine/core';
import { api } from '../../api/client.ts';
import { usePropertyTypes, useTypeName } from '../../api/property-types.ts';
import { searchFor } from '../../api/search.ts';
import { useLiveList } from '../../api/use-live-list.ts';
import { WithPicture } from '../../pictures/with-picture.tsx';
import { useSpeech } from '../../text/language.tsx';
import { TwoLines, textColumn, timeColumn } from '../../ui/cells.tsx';
import { Empty } from '../../ui/empty.tsx';
import { FilterBar, useFilters } from '../../ui/filters.tsx';
import { LiveRows } from '../../ui/live-rows.tsx';
import { NewLink } from '../../ui/new-link.tsx';
import { Page } from '../../ui/page.tsx';
import { PropertyBadge } from '../../ui/states.tsx';
import type { Column } from '../../ui/virtual-rows.tsx';
import { useMarketFacts } from './market-facts.ts';

const STATES = ['pending', 'successful', 'failed'] as const;
const DEALS = ['sale', 'rent'] as const;

/** Every property, with what became of its processing. */
export function PropertiesPage() {
  const { t } = useSpeech();
  const filters = useFilters();
  const columns = useColumns();
  const choices = useChoices(filters.get('deal'), filters.get('type'));
  const [words, status] = [filters.settled('q'), filters.settled('status')];
  const [type, deal] = [filters.get('type'), filters.get('deal')];
  const asked = {
    ...(type !== '' && { type: type as PropertyType }),
    ...(deal !== '' && { deal: deal as (typeof DEALS)[number] }),
    ...(status !== '' && { processingStatus: status as (typeof STATES)[number] }),
    ...(filters.get('contactId') !== '' && { contactId: filters.get('contactId') }),
    ...searchFor(words),
  };
  const list = useLiveList<Property>({
    key: ['properties', asked],
    load: (query, signal) => api.properties.list({ ...query, ...asked }, { signal }),
  });
  const newProperty = <NewLink to="/properties/new" label={t('properties.new')} />;
  return (
    <Page title={t('nav.properties')} actions={newProperty}>
      <FilterBar filters={filters} search={t('properties.search')} choices={choices} />
      <LiveRows
        label={t('nav.properties')}
        list={list}
        found={list.items}
        columns={columns}
        filtered={filters.any}
        empty={
          <Empty
            icon="properties"
            title={t('properties.empty')}
            text={t('properties.emptyText')}
            reference="createProperty"
          >
            {newProperty}
          </Empty>
        }
      />
    </Page>
  );
}

/** With a deal, only its types are offered, and a chosen type of another deal is dropped. */
function useChoices(deal: string, chosen: string) {
  const { t, language } = useSpeech();
  const all = usePropertyTypes();
  const typesOf = (wanted: string) => all.filter((one) => wanted === '' || one.deal === wanted);
  return [
    {
      name: 'deal',
      label: t('property.deal'),
      options: DEALS.map((value) => ({ value, label: t(`deal.${value}`) })),
      also: (value: string) => (typesOf(value).some(({ type }) => type === chosen) ? {} : { type: '' }),
    },
    {
      name: 'type',
      label: t('property.type'),
      options: typesOf(deal).map(({ type, label }) => ({ value: type, label: label[language] })),
    },
    {
      name: 'status',
      label: t('common.status'),
      options: STATES.map((value) => ({ value, label: t(`property.${value}`) })),
    },
  ];
}

function useColumns(): Column<Property>[] {
  const { t } = useSpeech();
  const { price, area } = useMarketFacts();
  const typeName = useTypeName();
  return [
    {
      label: t('property.title'),
      width: 'minmax(0, 5fr)',
      show: (property) => (
        <WithPicture property={property}>
          <TwoLines
            to={`/properties/${property.id}`}
            title={property.fields.title}
            below={`${typeName(property.type)} · ${property.externalId}`}
          />
        </WithPicture>
      ),
    },
    textColumn<Property>(
      t('property.place'),
      'minmax(0, 2fr)',
      ({ fields: { address } }) => `${address.postalCode} ${address.city}`,
    ),
    {
      label: t('property.price'),
      width: '118px',
      show: (property) => (
        <div className="two-lines">
          <Text size="sm" className="cut">
            {price(property)}
          </Text>
          <Text size="xs" c="dimmed" className="cut">
            {area(property)}
          </Text>
        </div>
      ),
    },
    {
      label: t('common.status'),
      width: '132px',
      show: ({ processingStatus }) => <PropertyBadge status={processingStatus} />,
    },
    timeColumn(t('common.updated'), '116px', ({ updatedAt }) => updatedAt),
  ];
}
