import { FIELDS_OF } from '@estate/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { arbitraryOf } from './arbitrary-of.ts';

const CITY = { country: fc.constantFrom('DEU', 'AUT', 'CHE') };

describe('random values of a schema', () => {
  it.each(Object.entries(FIELDS_OF))('fields of %s are accepted by their schema', (_type, schema) => {
    fc.assert(
      fc.property(arbitraryOf(schema, { texts: CITY }), (fields) => {
        expect(schema.safeParse(fields).success).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  it('every optional field is there in some values and missing in others', () => {
    const schema = FIELDS_OF.houseBuy;
    const samples = fc.sample(arbitraryOf(schema, { texts: CITY }), 300);
    for (const name of Object.keys(schema.shape)) {
      const present = samples.filter((fields) => name in fields).length;
      expect([name, present > 0]).toEqual([name, true]);
      if (schema.shape[name as keyof typeof schema.shape].safeParse(undefined).success)
        expect([name, present < samples.length]).toEqual([name, true]);
    }
  });

  it.each([
    ['rooms in hundredths', FIELDS_OF.apartmentBuy.shape.numberOfRooms, 0.01, [0.01, 999]],
    ['fives', z.number().min(-100).lt(500).multipleOf(5), 5, [-100, 495]],
    ['whole numbers', FIELDS_OF.apartmentRent.shape.floor.unwrap(), 1, [-10, 200]],
    ['areas, which are positive', FIELDS_OF.plotBuy.shape.plotArea, 0.01, [0.01, 1_000_000]],
  ] as const)('numbers spread over the steps of their range: %s', (_title, schema, step, [least, most]) => {
    const samples = fc.sample(arbitraryOf(schema), { numRuns: 1000, seed: 1 });
    const offStep = samples.filter((value) => Math.abs(value / step - Math.round(value / step)) > 1e-6);
    expect(offStep).toEqual([]);
    const quarter = (value: number) => Math.min(3, Math.floor((4 * (value - least)) / (most - least)));
    const byQuarter = Object.values(Object.groupBy(samples, (value) => `quarter ${quarter(value)}`));
    expect(byQuarter.length).toBe(4);
    for (const values of byQuarter) expect(values?.length).toBeGreaterThan(samples.length / 20);
    const [commonest = 0] = Object.values(Object.groupBy(samples, String))
      .map((values) => values?.length ?? 0)
      .sort((a, b) => b - a);
    expect(commonest).toBeLessThan(samples.length / 5);
    expect([Math.min(...samples), Math.max(...samples)]).toEqual([least, most]);
  });
});
