import type { Listing } from '@estate/client';
import { api } from '../../api/client.ts';
import { useTargetName, useTargets } from '../../api/names.ts';
import { searchFor } from '../../api/search.ts';
import { useLiveList } from '../../api/use-live-list.ts';
import { useSpeech } from '../../text/language.tsx';
import { TwoLines, textColumn, timeColumn } from '../../ui/cells.tsx';
import { Empty } from '../../ui/empty.tsx';
import { ShortFailure } from '../../ui/failure.tsx';
import { FilterBar, useFilters } from '../../ui/filters.tsx';
import { LiveRows } from '../../ui/live-rows.tsx';
import { NewLink } from '../../ui/new-link.tsx';
import { Page } from '../../ui/page.tsx';
import { ListingBadge } from '../../ui/states.tsx';
import type { Column } from '../../ui/virtual-rows.tsx';

const STATES = ['published', 'failed', 'pending', 'paused', 'unpublished'] as const;

const ANSWERS = ['rejected', 'removed', 'confirmed', 'unknown'] as const;

/** Every property on every target, and how it stands there. */
export function ListingsPage() {
  const { t } = useSpeech();
  const filters = useFilters();
  const choices = useChoices();
  const columns = useColumns();
  const [words, state, targetId] = [filters.settled('q'), filters.settled('status'), filters.get('targetId')];
  const answer = filters.get('platformState');
  const asked = {
    ...(targetId !== '' && { targetId }),
    ...(state !== '' && { state: state as (typeof STATES)[number] }),
    ...(answer !== '' && { platformState: answer as (typeof ANSWERS)[number] }),
    ...searchFor(words),
  };
  const list = useLiveList<Listing>({
    key: ['listings', asked],
    load: (query, signal) => api.listings.list({ ...query, ...asked }, { signal }),
  });
  const newListing = <NewLink to="/listings/new" label={t('listings.new')} />;
  return (
    <Page title={t('nav.listings')} actions={newListing}>
      <FilterBar filters={filters} search={t('listings.search')} choices={choices} />
      <LiveRows
        label={t('nav.listings')}
        list={list}
        found={list.items}
        columns={columns}
        filtered={filters.any}
        empty={
          <Empty
            icon="listings"
            title={t('listings.empty')}
            text={t('listings.emptyText')}
            reference="createListing"
          >
            {newListing}
          </Empty>
        }
      />
    </Page>
  );
}

function useChoices() {
  const { t } = useSpeech();
  const targetName = useTargetName();
  const { data: targets } = useTargets();
  const states = STATES.map((value) => ({ value, label: t(`listing.${value}`) }));
  return [
    { name: 'status', label: t('common.status'), options: states },
    {
      name: 'platformState',
      label: t('listings.answer'),
      options: ANSWERS.map((value) => ({ value, label: t(`platformState.${value}`) })),
    },
    {
      name: 'targetId',
      label: t('listing.target'),
      options: (targets ?? []).map(({ id }) => ({ value: id, label: targetName(id) })),
    },
  ];
}

function useColumns(): Column<Listing>[] {
  const { t } = useSpeech();
  const targetName = useTargetName();
  return [
    {
      label: t('listing.property'),
      width: 'minmax(0, 3fr)',
      show: ({ id, propertyId, property }) => (
        <TwoLines
          to={`/listings/${id}`}
          title={property?.title ?? property?.externalId ?? propertyId}
          below={property?.externalId ?? propertyId}
        />
      ),
    },
    textColumn(t('listing.target'), 'minmax(0, 2fr)', ({ targetId }) => targetName(targetId)),
    {
      label: t('common.status'),
      width: 'minmax(170px, 2fr)',
      show: (listing) => (
        <>
          <ListingBadge listing={listing} />
          {listing.lastError && <ShortFailure code={listing.lastError.failureCode} />}
        </>
      ),
    },
    {
      ...timeColumn(t('listing.nextAttempt'), '130px', ({ nextAttemptAt }) => nextAttemptAt),
      wideOnly: true,
    },
    {
      ...timeColumn(t('listing.lastPublished'), '150px', ({ lastPublishedAt }) => lastPublishedAt),
      wideOnly: true,
    },
  ];
}
