import type { AnyFields } from '@estate/contracts';

/** The fields with changed values; undefined ones are left out. */
export const mapEntries = (fields: AnyFields, change: (name: string, value: unknown) => unknown): AnyFields =>
  Object.fromEntries(
    Object.entries(fields)
      .map(([name, value]) => [name, change(name, value)] as const)
      .filter(([, value]) => value !== undefined),
  ) as AnyFields;

export const without = (fields: AnyFields, names: readonly string[]): AnyFields =>
  mapEntries(fields, (name, value) => (names.includes(name) ? undefined : value));
