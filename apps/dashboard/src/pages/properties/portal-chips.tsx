import type { PropertyListing } from '@estate/client';
import { Text } from '@mantine/core';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api } from '../../api/client.ts';
import { useTargetName } from '../../api/names.ts';
import { SLOW_MS } from '../../api/polling.ts';
import { useSpeech } from '../../text/language.tsx';
import { timeText } from '../../text/time-text.ts';
import { Badge } from '../../ui/badge.tsx';
import { LISTING_TONES, shownStateOf } from '../../ui/listing-state.ts';
import { blocksOf, ofThese, portalsById } from './portals-of.ts';
import type { PortalsById } from './portals-of.ts';
import './portal-chips.css';

/** The maximum number of properties in one request for listings; a page of the list. */
const AT_ONCE = 100;
const SHOWN = 3;
const KEY = ['property-listings'];

/** An upload counts as good only while the portal has not refused it. */
function standingOf(listing: PropertyListing) {
  const answer = listing.platformState?.state;
  if (listing.state === 'published' && (answer === 'rejected' || answer === 'removed'))
    return { tone: 'bad', words: `platformState.${answer}`, at: undefined } as const;
  const shown = shownStateOf(listing);
  const at = shown === 'planned' ? listing.scheduledFor : undefined;
  return { tone: LISTING_TONES[shown], words: `listing.${shown}`, at } as const;
}

export interface KnownPortals {
  /** Undefined until it is known. */
  of: (propertyId: string) => readonly PropertyListing[] | undefined;
  error: Error | null;
  again: () => void;
}

/** The listings of all properties of a list, with one request for a page. */
export function usePortalsOf(items: readonly { id: string }[]): KnownPortals {
  const client = useQueryClient();
  const blocks = useQueries({
    queries: blocksOf(items, AT_ONCE).map((block) => {
      const ids = block.map(({ id }) => id);
      const propertyIds = ids.join(',');
      return {
        queryKey: [...KEY, propertyIds],
        queryFn: async ({ signal }: { signal: AbortSignal }) =>
          portalsById(ids, (await api.properties.listings({ propertyIds }, { signal })).data),
        refetchInterval: SLOW_MS,
        // A new property moves all others on: known listings stay visible.
        placeholderData: () =>
          ofThese(
            ids,
            client.getQueriesData<PortalsById>({ queryKey: KEY }).map(([, data]) => data),
          ),
      };
    }),
  });
  const failed = blocks.filter(({ error }) => error !== null);
  return {
    of: (propertyId) => blocks.find(({ data }) => data?.[propertyId])?.data?.[propertyId],
    error: failed[0]?.error ?? null,
    again: () => failed.forEach(({ refetch }) => void refetch()),
  };
}

/** The portals of a property, with its status there. */
export function PortalChips({ listings }: { listings: readonly PropertyListing[] | undefined }) {
  const { t, language } = useSpeech();
  const targetName = useTargetName();
  if (!listings) return null;
  if (listings.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('many.listedNowhere')}
      </Text>
    );
  }
  const more = listings.length - SHOWN;
  return (
    <>
      {listings.slice(0, more > 0 ? SHOWN - 1 : SHOWN).map((listing) => {
        const { id, targetId } = listing;
        const [name = '', ...rest] = targetName(targetId).split(' · ');
        const { tone, words, at } = standingOf(listing);
        const meaning = at === undefined ? t(words) : `${t(words)}: ${timeText(new Date(at), language)}`;
        return (
          <Link
            key={id}
            to={`/listings/${id}`}
            className="portal-chip"
            aria-label={`${name}: ${meaning}`}
            title={[name, ...rest, meaning].join(' · ')}
          >
            <Badge tone={tone}>
              <span className="cut">{name}</span>
            </Badge>
          </Link>
        );
      })}
      {more > 0 && (
        <Text size="xs" c="dimmed" component="span">
          {t('many.moreListings', { count: more + 1 })}
        </Text>
      )}
    </>
  );
}
