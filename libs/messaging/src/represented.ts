import type { Operation, OutputOf } from '@estate/contracts';
import type { z } from 'zod';
import { kept } from './message.ts';

const representations = new WeakMap<object, string>();

/**
 * The output according to its contract, cached to be returned again without another check and encoding. It must not be changed.
 * @throws Error for an output that violates its contract
 */
export function represented<O extends Operation>(
  { output: contract, subject }: O,
  output: z.input<O['output']>,
): OutputOf<O> {
  const held = kept(contract, output, subject);
  if (typeof held === 'object' && held !== null) representations.set(held, JSON.stringify(held));
  return held as OutputOf<O>;
}

/** The JSON of an output from `represented`; undefined for any other one. */
export const representationOf = (output: unknown): string | undefined =>
  typeof output === 'object' && output !== null ? representations.get(output) : undefined;
