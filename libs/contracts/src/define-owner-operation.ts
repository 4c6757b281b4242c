import type { z } from 'zod';
import { defineOperation } from './define-operation.ts';
import type { Operation } from './define-operation.ts';

/** The services that own data of accounts. The gateway owns some, too, but has no operations for them. */
export const OWNERS = ['catalog', 'distribution', 'inbox', 'notifier', 'importer'] as const;
export type Owner = (typeof OWNERS)[number];

/** Defines the same operation for several owners, each for its own data, by the name of the owner. */
export const defineOwnerOperation = <
  I extends z.ZodType,
  O extends z.ZodType,
  const V extends string,
  const N extends Owner,
>(
  verb: V,
  owners: readonly N[],
  { input, output }: { input: I; output: O },
) =>
  Object.fromEntries(
    owners.map((owner) => [owner, defineOperation({ subject: `ask.${owner}.${verb}`, input, output })]),
  ) as { readonly [Name in N]: Operation<I, O, `ask.${Name}.${V}`> };
