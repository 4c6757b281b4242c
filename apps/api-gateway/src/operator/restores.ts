import {
  settleCatalogRestore,
  settleDistributionRestore,
  settleImporterRestore,
  settleInboxRestore,
  settleNotifierRestore,
} from '@estate/contracts';
import type { RestoreReport } from '@estate/contracts';
import type { Deps } from '../deps.ts';
import type { Call } from '../routing/call.ts';
import { askEach } from './ask-each.ts';

/** The restored backups that the services know of; with a time, they do what a restore of a backup of then needs. */
export async function restores(
  input: { lostSince?: string | undefined },
  call: Call,
  { askOwner }: Pick<Deps, 'askOwner'>,
): Promise<RestoreReport> {
  const { answers, away } = await askEach({
    catalog: () => askOwner(settleCatalogRestore, input, call),
    distribution: () => askOwner(settleDistributionRestore, input, call),
    inbox: () => askOwner(settleInboxRestore, input, call),
    notifier: () => askOwner(settleNotifierRestore, input, call),
    importer: () => askOwner(settleImporterRestore, input, call),
  });
  const data = answers.flatMap(({ service, answer }) =>
    answer.data.map((restore) => ({ ...restore, service })),
  );
  return { data, away };
}
