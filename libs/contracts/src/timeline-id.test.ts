import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ID_PATTERN } from './ids.ts';
import { TimelineEntry } from './timeline.ts';
import { ENTRY_KINDS, entryId, timeOfEntry } from './timeline-id.ts';

const times = fc.integer({ min: 0, max: Date.parse('9999-12-31T23:59:59.999Z') }).map((ms) => new Date(ms));
const kinds = fc.constantFrom(...ENTRY_KINDS);
const entries = fc.record({ at: times, kind: kinds, source: fc.string() });

it('the id of a timeline entry has the form of every id and says when the entry was', () => {
  fc.assert(
    fc.property(entries, ({ at, kind, source }) => {
      const id = entryId(at, kind, source);
      expect(id).toMatch(ID_PATTERN);
      expect(timeOfEntry(id)).toEqual(at);
      expect(entryId(at, kind, source)).toBe(id);
    }),
  );
});

it('ids of timeline entries sort by time and, within a millisecond, by the rank of the kind', () => {
  fc.assert(
    fc.property(entries, entries, fc.boolean(), (one, other, isSameTime) => {
      const second = isSameTime ? { ...other, at: one.at } : other;
      const rank = ({ at, kind }: typeof one) => at.getTime() * 32 + ENTRY_KINDS.indexOf(kind);
      fc.pre(rank(one) !== rank(second));
      const [a, b] = [one, second].map(({ at, kind, source }) => entryId(at, kind, source));
      expect(String(a) < String(b)).toBe(rank(one) < rank(second));
    }),
  );
});

it('ids of timeline entries of one time and kind differ when their sources differ', () => {
  const at = new Date('2026-11-01T08:30:00.123Z');
  const sources = Array.from({ length: 50_000 }, (_, n) => `d1a2b3c4e5f6g7h8i9j0:${n}`);
  expect(new Set(sources.map((source) => entryId(at, 'event', source))).size).toBe(sources.length);
});

it('every kind of entry of the contract has a rank', () => {
  const known = TimelineEntry.options.map(({ shape }) => [...shape.kind.values][0]);
  expect(known.toSorted()).toEqual([...ENTRY_KINDS].toSorted());
  expect(ENTRY_KINDS.length).toBeLessThanOrEqual(32);
});
