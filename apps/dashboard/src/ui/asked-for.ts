import { searchFor } from '../api/search.ts';
import type { Filters } from './filters.tsx';

type Settled = Pick<Filters, 'settled'>;

type Name<Q> = keyof Q & string;

/** A filter with the same name in the address and in the API, or its two names. */
type Asked<Q> = Name<Q> | readonly [inAddress: string, inQuery: Name<Q>];

/** Filter values that stand for several fields of the query, by filter and value. */
type Meanings = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>>;

/** The part of a query from the filters of the address. The API refuses unknown values. */
export const askedFor = <Q extends object>(
  filters: Settled,
  names: readonly Asked<Q>[],
  meanings: Meanings = {},
): Partial<Q> =>
  Object.fromEntries(
    names
      .map((name) => (typeof name === 'string' ? ([name, name] as const) : name))
      .flatMap(([inAddress, inQuery]) => {
        const value = valueOf(inAddress, filters);
        return value === '' ? [] : Object.entries(meanings[inAddress]?.[value] ?? { [inQuery]: value });
      }),
  ) as Partial<Q>;

function valueOf(name: string, filters: Settled): string {
  const value = filters.settled(name).trim();
  return name === 'q' ? (searchFor(value).q ?? '') : value;
}
