import type { Filters } from '../../ui/filters.tsx';

/** The filters of the address that say something. */
export const askedFor = <const N extends string>(
  filters: Filters,
  names: readonly N[],
): Partial<Record<N, string>> =>
  Object.fromEntries(
    names.map((name) => [name, filters.settled(name).trim()] as const).filter(([, value]) => value !== ''),
  ) as Partial<Record<N, string>>;
