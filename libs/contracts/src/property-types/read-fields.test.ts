import { describe, expect, it } from 'vitest';
import { PROPERTY_TYPES } from './index.ts';
import { readFields } from './read-fields.ts';

const PLOT = PROPERTY_TYPES.plotBuy.examples.smallest;

describe('the fields of an input', () => {
  it.each(Object.values(PROPERTY_TYPES))(
    'the fields of $name are accepted by their type only with known names',
    ({ name, examples }) => {
      expect(readFields(name, examples.full)).toEqual({ fields: examples.full });
      expect(readFields(name, { ...examples.full, colourOfTheDoor: 'red' })).toEqual({
        code: 'validation-failed',
        problems: [
          {
            path: 'fields.colourOfTheDoor',
            message: 'fields.colourOfTheDoor is not a known field',
            code: 'unknown-field',
          },
        ],
      });
    },
  );

  it('fields with defaults are filled in', () => {
    const { country: _country, ...address } = PLOT.address;
    expect(readFields('plotBuy', { ...PLOT, address })).toMatchObject({
      fields: { address: { country: 'DEU' } },
    });
  });

  it('missing fields are reported with the path of the input', () => {
    expect(readFields('plotBuy', undefined)).toEqual({
      code: 'validation-failed',
      problems: [{ path: 'fields', message: 'fields is required', code: 'required' }],
    });
  });
});
