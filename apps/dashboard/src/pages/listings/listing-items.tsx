import type { ReactNode } from 'react';
import type { Listing, ListingQuery } from '@estate/client';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { allOf, api } from '../../api/client.ts';
import { LIST_MS } from '../../api/polling.ts';
import { ShortFailure } from '../../ui/failure.tsx';
import { ListingBadge } from '../../ui/states.tsx';
import { ShortPlatformState } from './platform-state.tsx';
import { StillOnline } from './still-online.tsx';

interface Props {
  /** The query; without a limit, all its listings are loaded. */
  query: ListingQuery;
  /** Shown if there are no listings. */
  empty: string;
  /** The title of a listing, which links to its page. */
  children: (listing: Listing) => ReactNode;
}

/** Some listings with their states. */
export function ListingItems({ query, empty, children }: Props) {
  const { data } = useQuery({
    queryKey: ['listings', 'items', query],
    queryFn: async ({ signal }) =>
      query.limit === undefined
        ? allOf(api.listings.all(query, { signal }))
        : (await api.listings.list(query, { signal })).data,
    refetchInterval: LIST_MS,
  });
  return (
    <>
      {data?.length === 0 && <Text c="dimmed">{empty}</Text>}
      <ul className="plain-list">
        {data?.map((listing) => (
          <li key={listing.id} className="item">
            <div>
              {children(listing)}
              {listing.lastError && <ShortFailure code={listing.lastError.failureCode} />}
              <ShortPlatformState listing={listing} />
              <StillOnline listing={listing} />
            </div>
            <ListingBadge listing={listing} />
          </li>
        ))}
      </ul>
    </>
  );
}
