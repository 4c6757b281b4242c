import { FIELDS_OF, PROPERTY_TYPE_NAMES, PROPERTY_TYPES } from '@estate/contracts';
import type { FieldName } from '@estate/contracts';
import { expect, it } from 'vitest';
import { carries as carriedByMarketplace } from './marketplace-24/object/carries.ts';
import { carries as carriedByPortals } from '@estate/openimmo';

it.each(PROPERTY_TYPE_NAMES)('forms of %s offer no field that no platform carries', (type) => {
  const unusual: readonly string[] = PROPERTY_TYPES[type].unusual;
  const nowhere = (Object.keys(FIELDS_OF[type].shape) as FieldName[]).filter(
    (name) => !(name in carriedByMarketplace(type)) && !(name in carriedByPortals(type)),
  );
  expect(nowhere.filter((name) => !unusual.includes(name))).toEqual([]);
});
