import { Suspense, lazy } from 'react';
import type { Listing, ListingQuery } from '@estate/client';
import { api } from '../../api/client.ts';
import { useTargetName } from '../../api/names.ts';
import { useLiveList } from '../../api/use-live-list.ts';
import { usePermissions } from '../../api/rights.ts';
import { useSpeech } from '../../text/language.tsx';
import { askedFor } from '../../ui/asked-for.ts';
import { TwoLines, textColumn, timeColumn } from '../../ui/cells.tsx';
import { ShortFailure } from '../../ui/failure.tsx';
import { choiceOf, useFilters } from '../../ui/filters.tsx';
import { NewLink } from '../../ui/new-link.tsx';
import { Page } from '../../ui/page.tsx';
import { ResourceList } from '../../ui/resource-list.tsx';
import { ListingBadge } from '../../ui/states.tsx';
import { useTargetChoice } from '../../ui/target-choice.ts';
import type { Column } from '../../ui/virtual-rows.tsx';
import { SelectBox } from '../selection/select-box.tsx';
import { ToJobs } from '../selection/to-jobs.tsx';
import { useSelection } from '../selection/use-selection.ts';
import type { Selecting } from '../selection/use-selection.ts';

const SelectionBar = lazy(async () => ({
  default: (await import('../selection/selection-bar.tsx')).SelectionBar,
}));

const FILTERS = ['targetId', ['status', 'state'], 'platformState', 'q'] as const;
const STATES = ['published', 'failed', 'pending', 'planned', 'paused', 'unpublished'] as const;

/** States that are `pending` in the API, and have badges of their own here. */
const PENDING = {
  status: {
    pending: { state: 'pending', scheduled: 'false' },
    planned: { state: 'pending', scheduled: 'true' },
  },
};

const ANSWERS = ['rejected', 'removed', 'confirmed', 'unknown'] as const;

/** A placeholder as high as the bar, so that nothing moves when the bar arrives. */
const BarToCome = () => (
  <div className="selection-bar">
    <div className="selection-chosen" />
  </div>
);

/** Every property on every target, with its status there. */
export function ListingsPage() {
  const { t } = useSpeech();
  const filters = useFilters();
  const choices = useChoices();
  const asked = askedFor<ListingQuery>(filters, FILTERS, PENDING);
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
      <ToJobs />
      {newListing}
    </>
  );
  return (
    <Page title={t('nav.listings')} actions={actions}>
      <ResourceList
        label={t('nav.listings')}
        list={list}
        columns={columns}
        filters={filters}
        bar={{ search: t('listings.search'), choices }}
        empty={{
          icon: 'listings',
          title: t('listings.empty'),
          text: t('listings.emptyText'),
          reference: 'createListing',
          children: newListing,
        }}
      >
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
      </ResourceList>
    </Page>
  );
}

const titleOf = ({ property, propertyId }: Listing) => property?.title ?? property?.externalId ?? propertyId;

interface InList {
  items: readonly Listing[];
  /** Undefined for users who may not act on a selection. */
  selecting: Selecting | undefined;
}

function useChoices() {
  const { t } = useSpeech();
  return [
    choiceOf({ name: 'status', label: t('common.status') }, STATES, (value) => t(`listing.${value}`)),
    choiceOf({ name: 'platformState', label: t('listings.answer') }, ANSWERS, (value) =>
      t(`platformState.${value}`),
    ),
    useTargetChoice(t('listing.target')),
  ];
}

function useColumns({ items, selecting }: InList): Column<Listing>[] {
  const { t } = useSpeech();
  const targetName = useTargetName();
  return [
    {
      label: t('listing.property'),
      width: 'minmax(0, 4fr)',
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
