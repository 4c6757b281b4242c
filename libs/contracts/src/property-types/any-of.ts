import type { z } from 'zod';

export type Types = Readonly<Record<string, z.ZodType>>;

type NameOf<U> = U extends unknown ? keyof U : never;
type ValueOf<U, K extends PropertyKey> = U extends Partial<Record<K, infer V>> ? V : never;

/** The fields of every type. `Pick` reads the union as a whole; a mapped type would distribute over it. */
type Shared<U> = Pick<U, keyof U>;

type Merged<U> = Shared<U> & { [K in Exclude<NameOf<U>, keyof U>]?: ValueOf<U, K> };

/** The fields of all types of a table in one shape; fields that only some types have are optional. */
export type AnyOf<T extends Types> = Merged<z.output<T[keyof T]>>;
