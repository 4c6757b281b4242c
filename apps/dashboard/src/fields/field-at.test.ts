import type { PropertyTypeDescription } from '@estate/client';
import { describePropertyType, PROPERTY_TYPES } from '@estate/contracts';
import { describe, expect, it } from 'vitest';
import { fieldAt } from './field-at.ts';

const type = describePropertyType(PROPERTY_TYPES.apartmentBuy) as PropertyTypeDescription;

describe('a field by its name', () => {
  it('a field and a part of a field are found by their names, and an unknown one is not', () => {
    expect(fieldAt(type, 'livingArea')?.name).toBe('livingArea');
    expect(fieldAt(type, 'address.country')?.name).toBe('country');
    expect(fieldAt(type, 'address.planet')).toBeUndefined();
    expect(fieldAt(type, 'contact.email')).toBeUndefined();
  });
});
