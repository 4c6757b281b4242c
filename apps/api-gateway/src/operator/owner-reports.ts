import { listViolations, repairViolations, retell, settleRestore } from '@estate/contracts';
import type {
  InputOf,
  RepairInput,
  RepairReport,
  RestoreReport,
  RetellReport,
  ViolationReport,
} from '@estate/contracts';
import type { OperatorDeps } from './operator-deps.ts';
import { manifest } from '../manifest.ts';
import type { Call } from '../edge/routing/call.ts';
import { askReachableOwners, withService } from '../edge/routing/ask-every-owner.ts';

/** Longer than the duration of all repairs of one call in a service. */
const REPAIR_TIMEOUT_MS = 25_000;

type Asking = Pick<OperatorDeps, 'askOwner'>;
type Auditing = Pick<OperatorDeps, 'askOwner' | 'auditor'>;

/** The violated invariants of every service. */
export async function violations(call: Call, { askOwner, auditor }: Auditing): Promise<ViolationReport> {
  const own = async () => ({ data: await auditor.violations(), rounds: await auditor.rounds() });
  const asking = { call, askOwner, own: { [manifest.name]: own() } };
  const asked = await askReachableOwners(listViolations, {}, asking);
  return {
    data: withService(asked, ({ data }) => data),
    rounds: withService(asked, ({ rounds = [] }) => rounds),
    away: asked.away,
  };
}

/** Repairs violations of every service, as far as that is safe. */
export async function repairs(
  input: RepairInput,
  call: Call,
  { askOwner, auditor }: Auditing,
): Promise<RepairReport> {
  const { invariant, ids, dryRun: isDryRun = false } = input;
  const own = { [manifest.name]: auditor.repair({ invariant, ids, isDryRun }) };
  const asking = { call: { ...call, timeoutMs: REPAIR_TIMEOUT_MS }, askOwner, own };
  const asked = await askReachableOwners(repairViolations, input, asking);
  return { data: withService(asked, ({ data }) => data), away: asked.away };
}

/** The restored backups that the services know; with a time, the services run the steps for a restore of a backup from then. */
export async function restores(
  input: { lostSince?: string | undefined },
  call: Call,
  { askOwner }: Asking,
): Promise<RestoreReport> {
  const asked = await askReachableOwners(settleRestore, input, { call, askOwner });
  return { data: withService(asked, ({ data }) => data), away: asked.away };
}

/** Makes every service that publishes messages publish them again. */
export async function retold(
  input: InputOf<(typeof retell)['catalog']>,
  call: Call,
  { askOwner }: Asking,
): Promise<RetellReport> {
  const asked = await askReachableOwners(retell, input, { call, askOwner });
  return { data: withService(asked, (answer) => [answer]), away: asked.away };
}
