import { missedAfter } from '../domain/reporting.ts';
import type { PlatformSession } from '../platforms/platform.ts';
import type { Lane, LaneDeps } from './lane-deps.ts';

/**
 * The platform has taken something: what it rejects from now on is a new failure, a report is expected of one that reports, and its
 * report folder is read soon.
 */
export async function noteAccepted(
  { target }: Lane,
  session: Pick<PlatformSession, 'readReports'> | undefined,
  { clock, leases, options, targets }: LaneDeps,
): Promise<void> {
  if (target.failing) await leases.accepted(target.lease);
  if (target.reportEmailId === undefined) return;
  const at = clock();
  await targets.reports.uploaded(target.id, {
    at,
    missedAt: missedAfter(at, target.reporting),
    folderDueAt: session?.readReports && new Date(at.getTime() + options.folderDelayMs),
  });
}
