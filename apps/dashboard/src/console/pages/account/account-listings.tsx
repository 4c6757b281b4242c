import type { Listing } from '@estate/client';
import { useLiveList } from '../../../api/use-live-list.ts';
import { useSpeech } from '../../../text/language.tsx';
import { askedFor } from '../../../ui/asked-for.ts';
import { TwoLines, timeColumn } from '../../../ui/cells.tsx';
import { ShortFailure } from '../../../ui/failure.tsx';
import { choiceOf, useFilters } from '../../../ui/filters.tsx';
import { ResourceList } from '../../../ui/resource-list.tsx';
import { ListingBadge } from '../../../ui/states.tsx';
import type { Column } from '../../../ui/virtual-rows.tsx';
import { accountPath, listAt } from '../../api.ts';
import { useText } from '../../use-text.ts';
import type { PartProps } from './part-props.ts';

const STATES = ['published', 'failed', 'pending', 'paused', 'unpublished'] as const;

/** The listings of an account, all or those of a property. */
export function AccountListings({ accountId }: PartProps) {
  const { t } = useSpeech();
  const text = useText();
  const filters = useFilters();
  const columns = useColumns(accountId);
  const asked = askedFor<Record<string, string>>(filters, ['q', 'propertyId', 'state']);
  const list = useLiveList<Listing>({
    key: ['account-listings', accountId, asked],
    load: listAt<Listing>(accountPath(accountId, '/listings'), asked),
    once: true,
  });
  return (
    <div className="stack">
      <ResourceList
        label={text('part.listings')}
        list={list}
        columns={columns}
        filters={filters}
        bar={{
          search: t('listings.search'),
          choices: [
            choiceOf({ name: 'state', label: t('common.status') }, STATES, (value) => t(`listing.${value}`)),
          ],
          texts: [{ name: 'propertyId', label: t('filter.propertyId') }],
        }}
        empty={{ icon: 'listings', title: text('part.noListings'), text: text('part.noListingsText') }}
      />
    </div>
  );
}

function useColumns(accountId: string): Column<Listing>[] {
  const { t } = useSpeech();
  return [
    {
      label: t('listing.property'),
      width: 'minmax(0, 3fr)',
      show: ({ id, propertyId, property }) => (
        <TwoLines
          to={`/accounts/${accountId}/listings/${id}`}
          title={property?.title ?? property?.externalId ?? propertyId}
          below={property?.externalId ?? propertyId}
        />
      ),
    },
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
      ...timeColumn<Listing>(t('listing.nextAttempt'), '130px', ({ nextAttemptAt }) => nextAttemptAt),
      wideOnly: true,
    },
  ];
}
