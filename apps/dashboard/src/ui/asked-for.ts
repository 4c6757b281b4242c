import { searchFor } from '../api/search.ts';
import type { Filters } from './filters.tsx';

type Name<Q> = keyof Q & string;

/** A filter that the address calls as the API does, or its two names. */
type Asked<Q> = Name<Q> | readonly [inAddress: string, inQuery: Name<Q>];

/** The part of a query that the filters of the address select. The API refuses a value that it does not know. */
export const askedFor = <Q extends object>(filters: Filters, names: readonly Asked<Q>[]): Partial<Q> =>
  Object.fromEntries(
    names
      .map((name) => (typeof name === 'string' ? ([name, name] as const) : name))
      .map(([inAddress, inQuery]) => [inQuery, valueOf(inAddress, filters)] as const)
      .filter(([, value]) => value !== ''),
  ) as Partial<Q>;

function valueOf(name: string, filters: Filters): string {
  const value = filters.settled(name).trim();
  return name === 'q' ? (searchFor(value).q ?? '') : value;
}
