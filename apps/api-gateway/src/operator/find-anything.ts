import { findAnything as operation } from '@estate/contracts';
import type { FindReport } from '@estate/contracts';
import type { OperatorDeps } from './operator-deps.ts';
import type { Call } from '../edge/routing/call.ts';
import { askEveryOwner } from '../edge/routing/ask-every-owner.ts';

/** Finds a name in all accounts. @throws Unavailable if one of the services does not answer */
export async function findAnything(
  text: string,
  call: Call,
  { askOwner, finder }: Pick<OperatorDeps, 'askOwner' | 'finder'>,
): Promise<FindReport> {
  const own = finder.find(text);
  const parts = await askEveryOwner(operation, { text }, { call, askOwner });
  return { data: [...(await own), ...parts.flatMap(({ data }) => data)] };
}
