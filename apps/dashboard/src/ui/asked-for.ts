import { searchFor } from '../api/search.ts';
import type { Filters } from './filters.tsx';

type Settled = Pick<Filters, 'settled'>;

type Name<Q> = keyof Q & string;

/** A filter that the address calls as the API does, or its two names. */
type Asked<Q> = Name<Q> | readonly [inAddress: string, inQuery: Name<Q>];

/** Values of filters that stand for several fields of the query, by filter and value. */
type Meanings = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>>;

/** The part of a query that the filters of the address select. The API refuses a value that it does not know. */
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
