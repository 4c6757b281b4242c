import { entryId } from '@estate/contracts';
import type { EntryKind, TimelineEntry } from '@estate/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeParts } from './merge-parts.ts';

const START_MS = Date.parse('2026-11-01T08:30:00.000Z');
const KINDS: readonly EntryKind[] = ['property_updated', 'publication_attempt', 'event', 'request'];

const entry = (kind: EntryKind, offMs: number, source: number) =>
  ({ id: entryId(new Date(START_MS + offMs), kind, String(source)), kind }) as TimelineEntry;

/** A service with a part of the timeline, whose pages may be cut so that they fit into a message. */
function part(kind: EntryKind, times: readonly number[], cutAfter: number) {
  const isDamaged = ({ id }: TimelineEntry) => id.endsWith('3');
  const all = times.map((ms, source) => entry(kind, ms, source)).toSorted((a, b) => (a.id < b.id ? 1 : -1));
  return {
    all,
    page(limit: number, startAfter: string | undefined) {
      const left = all.filter(({ id }) => startAfter === undefined || id < startAfter);
      const taken = left.slice(0, Math.min(limit, cutAfter));
      const last = taken.at(-1);
      const hasMore = left.length > taken.length;
      return {
        ...{ hasMore, data: taken.filter((one) => !isDamaged(one)) },
        unreadable: taken.filter(isDamaged).map(({ id }) => ({ id, unreadable: true as const })),
        ...(hasMore && last && isDamaged(last) && { continueAfter: last.id }),
      };
    },
  };
}

describe('the merge of the parts of a timeline', () => {
  it('pages of merged parts have neither gaps nor repetitions, also when parts are cut to fit into a message and entries are damaged', () => {
    const times = fc.array(fc.integer({ min: 0, max: 6 }), { maxLength: 12 });
    const parts = fc.tuple(times, times, times, times);
    const cut = fc.integer({ min: 1, max: 5 });
    fc.assert(
      fc.property(parts, cut, fc.integer({ min: 1, max: 6 }), (given, cutAfter, limit) => {
        const services = given.map((ms, index) => part(KINDS[index]!, ms, cutAfter));
        const seen: string[] = [];
        for (let startAfter: string | undefined, more = true; more;) {
          const page = mergeParts(
            services.map((service) => service.page(limit, startAfter)),
            limit,
          );
          const { data, unreadable = [] } = page;
          const shown = [...data, ...unreadable].map(({ id }) => id);
          expect(shown.length).toBeLessThanOrEqual(limit);
          if (page.hasMore) expect(shown.length).toBeGreaterThan(0);
          seen.push(...shown.toSorted().toReversed());
          startAfter = page.continueAfter ?? data.at(-1)?.id;
          more = page.hasMore;
        }
        const all = services.flatMap((service) => service.all.map(({ id }) => id));
        expect(seen).toEqual(all.toSorted().toReversed());
      }),
    );
  });

  it('two entries in one millisecond stand newest first: the effect before its cause', () => {
    const cause = entry('publication_attempt', 0, 1);
    const effect = entry('event', 0, 2);
    const parts = [
      { hasMore: false, data: [cause] },
      { hasMore: false, data: [effect] },
    ];
    expect(mergeParts(parts, 10)).toEqual({ hasMore: false, data: [effect, cause] });
  });
});
