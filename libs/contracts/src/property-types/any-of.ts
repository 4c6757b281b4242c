import type { z } from 'zod';

export type Types = Readonly<Record<string, z.ZodType>>;

type NameOf<U> = U extends unknown ? keyof U : never;
type ValueOf<U, K extends PropertyKey> = U extends Partial<Record<K, infer V>> ? V : never;

/** Fields of every type. `Pick` reads the union as a whole; a mapped type would make a union again. */
type Shared<U> = Pick<U, keyof U>;

type Merged<U> = Shared<U> & { [K in Exclude<NameOf<U>, keyof U>]?: ValueOf<U, K> };

/** The fields of all types of a table in one shape; those that not every type has are optional. */
export type AnyOf<T extends Types> = Merged<z.output<T[keyof T]>>;
