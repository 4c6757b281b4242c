import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { problemsOf } from '../problems.ts';
import { shapesOf } from './each-type.ts';

const shapes = shapesOf({
  flat: z.strictObject({ floor: z.int() }),
  plot: z.strictObject({ area: z.number() }),
});
const input = shapes.input({ externalId: z.string().optional() });
const problems = (value: unknown) => {
  const parsed = input.safeParse(value);
  return parsed.success ? [] : problemsOf(parsed.error, value).map(({ message }) => message);
};

describe('a table of property types', () => {
  it('every property type has its own fields', () => {
    expect(input.parse({ type: 'flat', fields: { floor: 1 } })).toEqual({
      type: 'flat',
      fields: { floor: 1 },
    });
    expect(input.parse({ type: 'plot', fields: { area: 9 } })).toEqual({ type: 'plot', fields: { area: 9 } });
  });

  it('problems of a property are reported by the rules of its type', () => {
    expect(problems({ type: 'plot', fields: { area: 'big', floor: 1 }, colour: 'red' })).toEqual([
      'fields.area must be a number',
      'fields.floor is not a known field',
      'colour is not a known field',
    ]);
  });

  it('a missing or unknown property type is reported with all types and the other problems', () => {
    expect(problems({ type: 'castle', fields: { floor: 1 }, colour: 'red' })).toEqual([
      'type must be one of flat, plot',
      'colour is not a known field',
    ]);
    expect(problems({ fields: { floor: 1 } })).toEqual(['type is required and must be one of flat, plot']);
  });

  it('an update of a property may leave the type out', () => {
    const update = shapes.update({ id: z.string() });
    expect(update.parse({ id: 'a', fields: { area: 9 } })).toEqual({ id: 'a', fields: { area: 9 } });
    expect(update.safeParse({ id: 'a', type: 'castle', fields: { area: 9 } }).success).toBe(false);
  });

  it('a property has its id first and no unknown fields', () => {
    const resource = shapes.resource({ id: z.string(), state: z.string() });
    const shown = resource.parse({ type: 'flat', state: 'new', extra: 1, fields: { floor: 1 }, id: 'a' });
    expect(JSON.stringify(shown)).toBe('{"id":"a","type":"flat","fields":{"floor":1},"state":"new"}');
  });

  it('the list of property types is not empty', () => {
    expect(() => shapesOf({}).input({})).toThrow('property type');
  });
});
