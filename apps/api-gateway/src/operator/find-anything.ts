import * as contracts from '@estate/contracts';
import type { FindReport } from '@estate/contracts';
import type { Deps } from '../deps.ts';
import type { Call } from '../routing/call.ts';

const OWNERS = [
  contracts.findInCatalog,
  contracts.findInDistribution,
  contracts.findInInbox,
  contracts.findInNotifier,
  contracts.findInImporter,
] as const;

/** Everything of all accounts that a text names. @throws Unavailable when one of the services does not answer */
export async function findAnything(
  text: string,
  call: Call,
  { askOwner, finder }: Pick<Deps, 'askOwner' | 'finder'>,
): Promise<FindReport> {
  const own = finder.find(text);
  const parts = await Promise.all(OWNERS.map((operation) => askOwner(operation, { text }, call)));
  return { data: [...(await own), ...parts.flatMap(({ data }) => data)] };
}
