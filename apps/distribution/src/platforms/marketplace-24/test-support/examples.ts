import { FIELDS_OF, PROPERTY_TYPES } from '@estate/contracts';
import type { AnyFields, PropertySnapshot, PropertyType } from '@estate/contracts';
import { snapshot } from '../../openimmo-ftp/test-support/fixtures.ts';

/** A property with the fields of an example of its type, some of them changed. */
export function exampleOf(
  type: PropertyType,
  size: 'smallest' | 'full',
  changes: Readonly<Record<string, unknown>> = {},
): PropertySnapshot {
  const fields = FIELDS_OF[type].parse(PROPERTY_TYPES[type].examples[size]) as AnyFields;
  return snapshot({ type, fields: { ...fields, ...changes } });
}
