import type { Listing, PropertyListing, PropertyListings } from '@estate/client';
import { Text } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api } from '../../api/client.ts';
import { useTargetName } from '../../api/names.ts';
import { SLOW_MS } from '../../api/polling.ts';
import { useSpeech } from '../../text/language.tsx';
import { Badge } from '../../ui/badge.tsx';
import type { Tone } from '../../ui/badge.tsx';
import './portal-chips.css';

/** As many properties as the API tells the listings of at once: a page of them. */
const AT_ONCE = 100;
const SHOWN = 3;

const TONES: Record<Listing['state'], Tone> = {
  published: 'good',
  failed: 'bad',
  pending: 'busy',
  paused: 'busy',
  unpublished: 'calm',
};

/** An upload is good only while the portal has not refused it. */
function standingOf({ state, platformState }: PropertyListing) {
  const answer = platformState?.state;
  return state === 'published' && (answer === 'rejected' || answer === 'removed')
    ? ({ tone: 'bad', words: `platformState.${answer}` } as const)
    : ({ tone: TONES[state], words: `listing.${state}` } as const);
}

/** The listings of the properties of a list, by their ids, with one question for a page; undefined until they are known. */
export function usePortalsOf(
  items: readonly { id: string }[],
): (propertyId: string) => PropertyListing[] | undefined {
  const pages = Array.from({ length: Math.ceil(items.length / AT_ONCE) }, (_, at) =>
    items
      .slice(at * AT_ONCE, (at + 1) * AT_ONCE)
      .map(({ id }) => id)
      .join(','),
  );
  const found = useQueries({
    queries: pages.map((propertyIds) => ({
      queryKey: ['property-listings', propertyIds],
      queryFn: ({ signal }: { signal: AbortSignal }) => api.properties.listings({ propertyIds }, { signal }),
      refetchInterval: SLOW_MS,
      placeholderData: (before: PropertyListings | undefined) => before,
    })),
  });
  const isKnown = found.some(({ data }) => data !== undefined);
  const all = found.flatMap(({ data }) => data?.data ?? []);
  return (propertyId) => (isKnown ? all.filter((one) => one.propertyId === propertyId) : undefined);
}

/** On which portals a property is, and how it stands there. */
export function PortalChips({ listings }: { listings: PropertyListing[] | undefined }) {
  const { t } = useSpeech();
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
        const { tone, words } = standingOf(listing);
        const meaning = t(words);
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
