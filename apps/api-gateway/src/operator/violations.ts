import type * as contracts from '@estate/contracts';
import { Unavailable } from '@estate/errors';
import type { Deps } from '../deps.ts';
import { manifest } from '../manifest.ts';
import type { Call } from '../routing/call.ts';

type Asked = (typeof manifest)['asks'][number];

/** Longer than a service takes for all the repairs of one call. */
const REPAIR_TIMEOUT_MS = 25_000;

/** The operations that list the violations of a service, as the manifest declares them. */
const listings = manifest.asks.filter(
  (operation): operation is Extract<Asked, { subject: `${string}.list-violations` }> =>
    operation.subject.endsWith('.list-violations'),
);

/** `ask.catalog.list-violations` → `catalog`. */
const ownerOf = ({ subject }: { subject: string }): string => subject.split('.')[1] ?? subject;

/** The violated invariants of every service; a service that is unavailable is named instead of asked for ever. */
export async function violations(
  call: Call,
  { askOwner, auditor }: Pick<Deps, 'askOwner' | 'auditor'>,
): Promise<contracts.ViolationReport> {
  const own = async () => ({ data: await auditor.violations(), rounds: await auditor.rounds() });
  const answers = await Promise.all([
    said(manifest.name, own()),
    ...listings.map((listing) => said(ownerOf(listing), askOwner(listing, {}, call))),
  ]);
  return {
    data: answers.flatMap(({ service, found }) => (found?.data ?? []).map((one) => ({ service, ...one }))),
    rounds: answers.flatMap(({ service, found }) =>
      (found?.rounds ?? []).map((one) => ({ service, ...one })),
    ),
    away: answers.filter(({ found }) => found === undefined).map(({ service }) => service),
  };
}

/** The operations that repair the violations of a service. */
const repairing = manifest.asks.filter(
  (operation): operation is Extract<Asked, { subject: `${string}.repair-violations` }> =>
    operation.subject.endsWith('.repair-violations'),
);

/** Repairs violations of every service, as far as that is safe; a service that is unavailable is named. */
export async function repairs(
  input: contracts.RepairInput,
  call: Call,
  { askOwner, auditor }: Pick<Deps, 'askOwner' | 'auditor'>,
): Promise<contracts.RepairReport> {
  const { invariant, ids, dryRun: isDryRun = false } = input;
  const answers = await Promise.all([
    said(
      manifest.name,
      auditor.repair({ invariant, ids, isDryRun }).then(({ data }) => data),
    ),
    ...repairing.map((repair) =>
      said(
        ownerOf(repair),
        askOwner(repair, input, { ...call, timeoutMs: REPAIR_TIMEOUT_MS }).then(({ data }) => data),
      ),
    ),
  ]);
  return {
    data: answers.flatMap(({ service, found }) => (found ?? []).map((one) => ({ service, ...one }))),
    away: answers.filter(({ found }) => found === undefined).map(({ service }) => service),
  };
}

async function said<T>(service: string, asking: Promise<T>): Promise<{ service: string; found?: T }> {
  try {
    return { service, found: await asking };
  } catch (error) {
    if (error instanceof Unavailable) return { service };
    throw error;
  }
}
