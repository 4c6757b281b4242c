import type { Property, PropertyQuery } from '@estate/client';
import { api } from '../../api/client.ts';
import { usePropertyTypes } from '../../api/property-types.ts';
import { useLiveList } from '../../api/use-live-list.ts';
import { usePermissions } from '../../api/rights.ts';
import { useSpeech } from '../../text/language.tsx';
import { askedFor } from '../../ui/asked-for.ts';
import { choiceOf, useFilters } from '../../ui/filters.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { NewLink } from '../../ui/new-link.tsx';
import { Page } from '../../ui/page.tsx';
import { ResourceList } from '../../ui/resource-list.tsx';
import { useTargetChoice } from '../../ui/target-choice.ts';
import { SelectionBar } from '../selection/selection-bar.tsx';
import { ToJobs } from '../selection/to-jobs.tsx';
import { useSelection } from '../selection/use-selection.ts';
import { usePortalsOf } from './portal-chips.tsx';
import { usePropertyColumns } from './property-columns.tsx';

const STATES = ['pending', 'successful', 'failed'] as const;
const DEALS = ['sale', 'rent'] as const;
const FILTERS = [
  'type', 'deal', ['status', 'processingStatus'], 'contactId', 'targetId', 'listingState', 'q',
] as const; // oxfmt-ignore
const LISTING_STATES = ['published', 'failed', 'pending', 'paused', 'unpublished'] as const;

/** Every property, with its processing status. */
export function PropertiesPage() {
  const { t } = useSpeech();
  const filters = useFilters();
  const choices = useChoices(filters.get('deal'), filters.get('type'));
  const asked = askedFor<PropertyQuery>(filters, FILTERS);
  const list = useLiveList<Property>({
    key: ['properties', asked],
    load: (query, signal) => api.properties.list({ ...query, ...asked }, { signal }),
  });
  const chosen = useSelection(asked);
  const selecting = usePermissions().includes('write') ? chosen : undefined;
  const portals = usePortalsOf(list.items);
  const columns = usePropertyColumns({ items: list.items, selecting, portals });
  const newProperty = <NewLink to="/properties/new" label={t('properties.new')} />;
  const actions = (
    <>
      <ToJobs />
      {newProperty}
    </>
  );
  return (
    <Page title={t('nav.properties')} actions={actions}>
      <ResourceList
        label={t('nav.properties')}
        list={list}
        columns={columns}
        filters={filters}
        bar={{ search: t('properties.search'), choices }}
        empty={{
          icon: 'properties',
          title: t('properties.empty'),
          text: t('properties.emptyText'),
          reference: 'createProperty',
          children: newProperty,
        }}
      >
        {selecting && list.items.length > 0 && (
          <SelectionBar
            of="properties"
            list={list}
            asked={asked}
            count={(signal) => api.properties.list({ ...asked, limit: 1, count: true }, { signal })}
            selecting={selecting}
          />
        )}
        {portals.error && <ErrorNote error={portals.error} again={portals.again} />}
      </ResourceList>
    </Page>
  );
}

/** The types of the chosen deal; a chosen type of another deal is dropped. */
function useChoices(deal: string, chosen: string) {
  const { t, language } = useSpeech();
  const all = usePropertyTypes();
  const targetChoice = useTargetChoice(t('job.portal'));
  const typesOf = (wanted: string) => all.filter((one) => wanted === '' || one.deal === wanted);
  return [
    {
      ...choiceOf({ name: 'deal', label: t('property.deal') }, DEALS, (value) => t(`deal.${value}`)),
      also: (value: string) => (typesOf(value).some(({ type }) => type === chosen) ? {} : { type: '' }),
    },
    {
      name: 'type',
      label: t('property.type'),
      options: typesOf(deal).map(({ type, label }) => ({ value: type, label: label[language] })),
    },
    choiceOf({ name: 'status', label: t('common.status') }, STATES, (value) => t(`property.${value}`)),
    targetChoice,
    choiceOf({ name: 'listingState', label: t('many.portalState') }, LISTING_STATES, (value) =>
      t(value === 'pending' ? 'many.pendingOrPlanned' : `listing.${value}`),
    ),
  ];
}
