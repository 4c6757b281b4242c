import type { Listing } from '@estate/client';
import { useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { useTargetName, useTargets } from '../../api/names.ts';
import { useLiveList } from '../../api/use-live-list.ts';
import { useSpeech } from '../../text/language.tsx';
import { knownKey } from '../../text/messages.ts';
import { textColumn, timeColumn } from '../../ui/cells.tsx';
import { Empty } from '../../ui/empty.tsx';
import { ShortFailure } from '../../ui/failure.tsx';
import { FilterBar, matches, useFilters } from '../../ui/filters.tsx';
import { LiveRows } from '../../ui/live-rows.tsx';
import { NewLink } from '../../ui/new-link.tsx';
import { Page } from '../../ui/page.tsx';
import { PropertyName } from '../../ui/property-name.tsx';
import { ListingBadge, stateOf } from '../../ui/states.tsx';
import type { Column } from '../../ui/virtual-rows.tsx';

const STATES = ['published', 'failed', 'waiting', 'paused', 'heldBack'] as const;

/** Every property on every target, and how it stands there. */
export function ListingsPage() {
  const { t } = useSpeech();
  const filters = useFilters();
  const client = useQueryClient();
  const targetName = useTargetName();
  const { data: targets } = useTargets();
  const columns = useColumns();
  const [words, state, targetId] = [filters.settled('q'), filters.settled('status'), filters.get('targetId')];
  const asked = { ...(targetId !== '' && { targetId }) };
  const list = useLiveList<Listing>({
    key: ['listings', asked],
    load: (query, signal) => api.listings.list({ ...query, ...asked }, { signal }),
    everything: words !== '' || state !== '',
  });
  const found = list.items.filter(
    (listing) =>
      (state === '' || groupOf(listing) === state) &&
      (words === '' || matches(words, ...textsOf(listing, { client, targetName, t }))),
  );
  const newListing = <NewLink to="/listings/new" label={t('listings.new')} />;
  const states = STATES.map((value) => ({ value, label: t(`listing.${value}`) }));
  const choices = [
    { name: 'status', label: t('common.status'), options: states },
    {
      name: 'targetId',
      label: t('listing.target'),
      options: (targets ?? []).map(({ id }) => ({ value: id, label: targetName(id) })),
    },
  ];
  return (
    <Page title={t('nav.listings')} actions={newListing}>
      <FilterBar filters={filters} search={t('listings.search')} choices={choices} />
      <LiveRows
        label={t('nav.listings')}
        list={list}
        found={found}
        columns={columns}
        filtered={filters.any}
        empty={
          <Empty icon="listings" title={t('listings.empty')} text={t('listings.emptyText')}>
            {newListing}
          </Empty>
        }
      />
    </Page>
  );
}

/** A failed update is a failure to who looks for one. */
function groupOf(listing: Listing): string {
  const state = stateOf(listing);
  return state === 'updateFailed' ? 'failed' : state;
}

interface Words {
  client: QueryClient;
  targetName: (id: string) => string;
  t: ReturnType<typeof useSpeech>['t'];
}

/** What a search looks through: names as far as they are known to the page. */
function textsOf(listing: Listing, { client, targetName, t }: Words): (string | undefined)[] {
  const { id, propertyId, targetId, lastError } = listing;
  const property = client.getQueryData<{ fields: { title: string }; externalId: string } | null>([
    'property-name',
    propertyId,
  ]);
  const meaning = knownKey(`code.${lastError?.failureCode ?? ''}`);
  return [
    id,
    propertyId,
    property?.fields.title,
    property?.externalId,
    targetName(targetId),
    lastError?.failureCode,
    lastError?.failureMessage,
    meaning && t(meaning),
  ];
}

function useColumns(): Column<Listing>[] {
  const { t } = useSpeech();
  const targetName = useTargetName();
  return [
    {
      label: t('listing.property'),
      width: 'minmax(0, 3fr)',
      show: ({ id, propertyId }) => <PropertyName id={propertyId} to={`/listings/${id}`} />,
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
      ...timeColumn(t('listing.lastPublished'), '150px', ({ lastPublishedAt }) => lastPublishedAt),
      wideOnly: true,
    },
  ];
}
