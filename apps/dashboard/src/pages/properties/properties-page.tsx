import type { ReactNode } from 'react';
import type { Property, PropertyType } from '@estate/client';
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { api } from '../../api/client.ts';
import { useTargetName, useTargets } from '../../api/names.ts';
import { usePropertyTypes } from '../../api/property-types.ts';
import { searchFor } from '../../api/search.ts';
import { useLiveList } from '../../api/use-live-list.ts';
import { usePermissions } from '../../api/rights.ts';
import { useSpeech } from '../../text/language.tsx';
import { Empty } from '../../ui/empty.tsx';
import { FilterBar, useFilters } from '../../ui/filters.tsx';
import type { Filters } from '../../ui/filters.tsx';
import { LiveRows } from '../../ui/live-rows.tsx';
import { NewLink } from '../../ui/new-link.tsx';
import { Page } from '../../ui/page.tsx';
import { SelectionBar } from '../selection/selection-bar.tsx';
import { useSelection } from '../selection/use-selection.ts';
import { usePropertyColumns } from './property-columns.tsx';

const STATES = ['pending', 'successful', 'failed'] as const;
const DEALS = ['sale', 'rent'] as const;
const LISTING_STATES = ['published', 'failed', 'pending', 'paused', 'unpublished'] as const;

/** Every property, with what became of its processing. */
export function PropertiesPage() {
  const { t } = useSpeech();
  const filters = useFilters();
  const choices = useChoices(filters.get('deal'), filters.get('type'));
  const asked = askedFor(filters);
  const list = useLiveList<Property>({
    key: ['properties', asked],
    load: (query, signal) => api.properties.list({ ...query, ...asked }, { signal }),
  });
  const selecting = useSelection(asked);
  const maySelect = usePermissions().includes('write');
  const columns = usePropertyColumns({ items: list.items, selecting: maySelect ? selecting : undefined });
  const newProperty = <NewLink to="/properties/new" label={t('properties.new')} />;
  const actions = (
    <>
      <Button component={Link} to="/jobs" variant="default">
        {t('jobs.title')}
      </Button>
      {newProperty}
    </>
  );
  return (
    <Page title={t('nav.properties')} actions={actions}>
      <FilterBar filters={filters} search={t('properties.search')} choices={choices} />
      {maySelect && list.items.length > 0 && (
        <SelectionBar
          of="properties"
          list={list}
          asked={asked}
          count={(signal) => api.properties.list({ ...asked, limit: 1, count: true }, { signal })}
          selecting={selecting}
        />
      )}
      <LiveRows
        label={t('nav.properties')}
        list={list}
        found={list.items}
        columns={columns}
        filtered={filters.any}
        empty={<NoProperties>{newProperty}</NoProperties>}
      />
    </Page>
  );
}

function askedFor({ get, settled }: Filters) {
  const [type, deal, status] = [get('type'), get('deal'), settled('status')];
  const [contactId, targetId, state] = [get('contactId'), get('targetId'), get('listingState')];
  return {
    ...(type !== '' && { type: type as PropertyType }),
    ...(deal !== '' && { deal: deal as (typeof DEALS)[number] }),
    ...(status !== '' && { processingStatus: status as (typeof STATES)[number] }),
    ...(contactId !== '' && { contactId }),
    ...(targetId !== '' && { targetId }),
    ...(state !== '' && { listingState: state as (typeof LISTING_STATES)[number] }),
    ...searchFor(settled('q')),
  };
}

function NoProperties({ children }: { children: ReactNode }) {
  const { t } = useSpeech();
  return (
    <Empty
      icon="properties"
      title={t('properties.empty')}
      text={t('properties.emptyText')}
      reference="createProperty"
    >
      {children}
    </Empty>
  );
}

/** With a deal, only its types are offered, and a chosen type of another deal is dropped. */
function useChoices(deal: string, chosen: string) {
  const { t, language } = useSpeech();
  const all = usePropertyTypes();
  const targetName = useTargetName();
  const { data: targets } = useTargets();
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
    {
      name: 'targetId',
      label: t('job.portal'),
      options: (targets ?? []).map(({ id }) => ({ value: id, label: targetName(id) })),
    },
    {
      name: 'listingState',
      label: t('many.portalState'),
      options: LISTING_STATES.map((value) => ({ value, label: t(`listing.${value}`) })),
    },
  ];
}
