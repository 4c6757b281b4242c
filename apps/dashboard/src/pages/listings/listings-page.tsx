import { Suspense, lazy } from 'react';
import type { ReactNode } from 'react';
import type { Listing } from '@estate/client';
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { api } from '../../api/client.ts';
import { useTargetName, useTargets } from '../../api/names.ts';
import { searchFor } from '../../api/search.ts';
import { useLiveList } from '../../api/use-live-list.ts';
import { usePermissions } from '../../api/rights.ts';
import { useSpeech } from '../../text/language.tsx';
import { TwoLines, textColumn, timeColumn } from '../../ui/cells.tsx';
import { Empty } from '../../ui/empty.tsx';
import { ShortFailure } from '../../ui/failure.tsx';
import { FilterBar, useFilters } from '../../ui/filters.tsx';
import type { Filters } from '../../ui/filters.tsx';
import { LiveRows } from '../../ui/live-rows.tsx';
import { NewLink } from '../../ui/new-link.tsx';
import { Page } from '../../ui/page.tsx';
import { ListingBadge } from '../../ui/states.tsx';
import type { Column } from '../../ui/virtual-rows.tsx';
import { SelectBox } from '../selection/select-box.tsx';
import { useSelection } from '../selection/use-selection.ts';
import type { Selecting } from '../selection/use-selection.ts';

const SelectionBar = lazy(async () => ({
  default: (await import('../selection/selection-bar.tsx')).SelectionBar,
}));

const STATES = ['published', 'failed', 'pending', 'paused', 'unpublished'] as const;

const ANSWERS = ['rejected', 'removed', 'confirmed', 'unknown'] as const;

/** As high as the bar, so that nothing moves when it arrives. */
const BarToCome = () => (
  <div className="selection-bar">
    <div className="selection-chosen" />
  </div>
);

/** Every property on every target, and how it stands there. */
export function ListingsPage() {
  const { t } = useSpeech();
  const filters = useFilters();
  const choices = useChoices();
  const asked = askedFor(filters);
  const list = useLiveList<Listing>({
    key: ['listings', asked],
    load: (query, signal) => api.listings.list({ ...query, ...asked }, { signal }),
  });
  const selecting = useSelection(asked);
  const maySelect = usePermissions().includes('write');
  const columns = useColumns({ items: list.items, selecting: maySelect ? selecting : undefined });
  const newListing = <NewLink to="/listings/new" label={t('listings.new')} />;
  const actions = (
    <>
      <Button component={Link} to="/jobs" variant="default">
        {t('jobs.title')}
      </Button>
      {newListing}
    </>
  );
  return (
    <Page title={t('nav.listings')} actions={actions}>
      <FilterBar filters={filters} search={t('listings.search')} choices={choices} />
      {maySelect && list.items.length > 0 && (
        <Suspense fallback={<BarToCome />}>
          <SelectionBar
            of="listings"
            list={list}
            asked={asked}
            count={(signal) => api.listings.list({ ...asked, limit: 1, count: true }, { signal })}
            selecting={selecting}
          />
        </Suspense>
      )}
      <LiveRows
        label={t('nav.listings')}
        list={list}
        found={list.items}
        columns={columns}
        filtered={filters.any}
        empty={<NoListings>{newListing}</NoListings>}
      />
    </Page>
  );
}

const titleOf = ({ property, propertyId }: Listing) => property?.title ?? property?.externalId ?? propertyId;

interface InList {
  items: readonly Listing[];
  /** For who may do something with what is selected. */
  selecting: Selecting | undefined;
}

function NoListings({ children }: { children: ReactNode }) {
  const { t } = useSpeech();
  return (
    <Empty
      icon="listings"
      title={t('listings.empty')}
      text={t('listings.emptyText')}
      reference="createListing"
    >
      {children}
    </Empty>
  );
}

function askedFor({ get, settled }: Filters) {
  const [words, state, targetId, answer] = [
    settled('q'),
    settled('status'),
    get('targetId'),
    get('platformState'),
  ];
  return {
    ...(targetId !== '' && { targetId }),
    ...(state !== '' && { state: state as (typeof STATES)[number] }),
    ...(answer !== '' && { platformState: answer as (typeof ANSWERS)[number] }),
    ...searchFor(words),
  };
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

function useColumns({ items, selecting }: InList): Column<Listing>[] {
  const { t } = useSpeech();
  const targetName = useTargetName();
  return [
    {
      label: t('listing.property'),
      width: 'minmax(0, 3fr)',
      show: (listing) => {
        const title = titleOf(listing);
        const label = t('many.row', { title: `${title}, ${targetName(listing.targetId)}` });
        return (
          <div className="with-select">
            {selecting && <SelectBox id={listing.id} label={label} items={items} selecting={selecting} />}
            <TwoLines
              to={`/listings/${listing.id}`}
              title={title}
              below={listing.property?.externalId ?? listing.propertyId}
            />
          </div>
        );
      },
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
