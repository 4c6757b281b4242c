import {
  retellCatalog,
  retellDistribution,
  retellImporter,
  retellInbox,
  retellNotifier,
} from '@estate/contracts';
import type { InputOf, RetellReport } from '@estate/contracts';
import type { Deps } from '../deps.ts';
import type { Call } from '../routing/call.ts';
import { askEach } from './ask-each.ts';

/** Has every service that publishes messages publish them again. */
export async function retell(
  input: InputOf<typeof retellCatalog>,
  call: Call,
  { askOwner }: Pick<Deps, 'askOwner'>,
): Promise<RetellReport> {
  const { answers, away } = await askEach({
    catalog: () => askOwner(retellCatalog, input, call),
    distribution: () => askOwner(retellDistribution, input, call),
    inbox: () => askOwner(retellInbox, input, call),
    notifier: () => askOwner(retellNotifier, input, call),
    importer: () => askOwner(retellImporter, input, call),
  });
  return { data: answers.map(({ service, answer }) => ({ service, ...answer })), away };
}
