import { UNUSED_SHOWN_MAX } from '@estate/contracts';
import type { ImportedObject } from '@estate/openimmo/read';
import { describe, expect, it } from 'vitest';
import { UnusedCounter } from './unused-values.ts';

type Problem = ImportedObject['problems'][number];
interface Given {
  unmapped?: Record<string, string>;
  problems?: Partial<Problem>[];
  rest?: number;
}

function countedOf(objects: readonly Given[]) {
  const counter = new UnusedCounter();
  for (const { unmapped = {}, problems = [], rest = 0 } of objects)
    counter.add({
      unmapped: Object.entries(unmapped).map(([path, value]) => ({ path, value })),
      unmappedRest: rest,
      problems: problems as Problem[],
    });
  return counter.counted();
}

describe('the values that an import did not use', () => {
  it('an element is listed with the number of its objects and its first value', () => {
    const objects = [{ unmapped: { 'preise/x': '1' } }, { unmapped: { 'preise/x': '2' } }];
    expect(countedOf(objects)).toEqual({
      values: [{ path: 'preise/x', objects: 2, example: '1', decides: false }],
      further: 0,
    });
  });

  it('elements that decide come first, then the most frequent ones', () => {
    const refused = { path: 'geo/land', value: 'Narnia', reason: 'decider_unknown' as const };
    const objects = [{ unmapped: { a: '1', b: '1' }, problems: [refused] }, { unmapped: { b: '1' } }];
    expect(countedOf(objects).values.map(({ path, decides }) => [path, decides])).toEqual([
      ['geo/land', true],
      ['b', false],
      ['a', false],
    ]);
  });

  it('a value that was used in spite of a problem is not listed', () => {
    const doubtful = { path: 'preise/kaufpreis', value: '350', reason: 'value_doubtful' as const };
    expect(countedOf([{ problems: [doubtful] }]).values).toEqual([]);
  });

  it.each([
    ['verwaltung_techn/stand_vom', '2026-11-01'],
    ['verwaltung_techn/kennung_ursprung', 'CRM'],
    ['verwaltung_techn/weitergabe_generell', 'true'],
    ['ausstattung/kabel_sat_tv', 'false'],
    ['ausstattung/kabel_sat_tv', '0'],
  ])('%s with the value %s says nothing and is not listed', (path, value) => {
    expect(countedOf([{ unmapped: { [path]: value } }]).values).toEqual([]);
  });

  it('elements beyond the limit are counted, and one that decides is listed all the same', () => {
    const many = Object.fromEntries(
      Array.from({ length: UNUSED_SHOWN_MAX + 3 }, (_, index) => [`p${index}`, 'x']),
    );
    const { values, further } = countedOf([{ unmapped: { ...many, 'preise/kaltmiete': '900' }, rest: 4 }]);
    expect(values).toHaveLength(UNUSED_SHOWN_MAX + 1);
    expect(values[0]).toMatchObject({ path: 'preise/kaltmiete', decides: true });
    expect(further).toBe(3 + 4);
  });

  it('a long value and a long path are cut', () => {
    const [value] = countedOf([{ unmapped: { ['p'.repeat(900)]: 'v'.repeat(900) } }]).values;
    expect(value?.path).toHaveLength(200);
    expect(value?.example).toHaveLength(101);
  });
});
