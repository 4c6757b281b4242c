import type { TimelineEntry, TimelinePage, TimelinePart } from '@estate/contracts';

type Part = Pick<TimelinePart, 'hasMore' | 'data' | 'unreadable' | 'continueAfter'>;

/**
 * One page of a timeline from the parts of the services, newest first. After the last entry of a part that has more, an entry of this part
 * may be missing, so the page ends there at the latest.
 */
export function mergeParts(parts: readonly Part[], limit: number): TimelinePage {
  const ends = parts.flatMap(({ hasMore, ...part }) => (hasMore ? (endOf(part) ?? []) : []));
  const complete = ends.toSorted().at(-1) ?? '';
  const all = parts
    .flatMap(({ data, unreadable = [] }) => [...data, ...unreadable])
    .toSorted((a, b) => (a.id < b.id ? 1 : -1));
  const shown = all.filter(({ id }) => id >= complete).slice(0, limit);
  const hasMore = shown.length < all.length || parts.some((part) => part.hasMore);
  const unreadable = shown.filter((one) => isUnreadable(one));
  const last = shown.at(-1);
  return {
    hasMore,
    data: shown.flatMap((one) => (isUnreadable(one) ? [] : [one])),
    ...(unreadable.length > 0 && { unreadable }),
    ...(hasMore && last && isUnreadable(last) && { continueAfter: last.id }),
  };
}

type Unreadable = NonNullable<Part['unreadable']>[number];
const isUnreadable = (one: TimelineEntry | Unreadable): one is Unreadable => 'unreadable' in one;

/** The entry after which the next page of a part begins. */
const endOf = ({ data, continueAfter }: Pick<Part, 'data' | 'continueAfter'>): string | undefined =>
  continueAfter ?? data.at(-1)?.id;
