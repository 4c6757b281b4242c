import type { TimelinePage, TimelinePart } from '@estate/contracts';

/**
 * One page of the parts that the services have of a timeline, newest first. Behind the last entry of a part that has more, an entry
 * of this part may be missing, so the page ends there at the latest.
 */
export function mergeParts(
  parts: readonly Pick<TimelinePart, 'hasMore' | 'data'>[],
  limit: number,
): TimelinePage {
  const ends = parts.flatMap(({ hasMore, data }) => (hasMore ? (data.at(-1)?.id ?? []) : []));
  const complete = ends.toSorted().at(-1) ?? '';
  const entries = parts.flatMap(({ data }) => data).toSorted((a, b) => (a.id < b.id ? 1 : -1));
  const data = entries.filter(({ id }) => id >= complete).slice(0, limit);
  return { hasMore: data.length < entries.length || parts.some(({ hasMore }) => hasMore), data };
}
