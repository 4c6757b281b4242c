import { listWaiting } from '@estate/contracts';
import type { AccountCalls, LoadReport } from '@estate/contracts';
import { askReachableOwners, withService } from '../edge/routing/ask-every-owner.ts';
import type { Call } from '../edge/routing/call.ts';
import type { LoadingCall } from '../stores/request-log-store.ts';
import type { OperatorDeps } from './operator-deps.ts';

const ROWS_MAX = 20;
const MS = 1000;

type Parts = Pick<OperatorDeps, 'accounts' | 'askOwner' | 'clock' | 'requestLogEntries'>;

/** The accounts that cause most load: by the calls of the last seconds, and by the due work in the services. */
export async function loadReport(
  { seconds }: { seconds: number },
  call: Call,
  { accounts, askOwner, clock, requestLogEntries }: Parts,
): Promise<LoadReport> {
  const since = new Date(clock().getTime() - seconds * MS);
  const [logged, asked] = await Promise.all([
    requestLogEntries.since(since),
    askReachableOwners(listWaiting, {}, { call, askOwner }),
  ]);
  const calls = callsByAccount(logged.calls).slice(0, ROWS_MAX);
  const waiting = withService(asked, ({ data }) => data)
    .toSorted((one, other) => other.count - one.count)
    .slice(0, ROWS_MAX);
  const names = await accounts.names([...calls, ...waiting].map(({ accountId }) => accountId));
  const named = <T extends { accountId: string }>(row: T) => {
    const name = names.get(row.accountId);
    return { ...row, ...(name !== undefined && { name }) };
  };
  const isLimited = logged.isLimited || asked.answers.some(({ answer }) => answer.isLimited);
  return {
    since: since.toISOString(),
    calls: calls.map(named),
    waiting: waiting.map(named),
    ...(isLimited && { isLimited }),
    away: asked.away,
  };
}

/** The calls by account, the one with the longest calls first. */
function callsByAccount(calls: readonly LoadingCall[]): AccountCalls[] {
  const groups = Map.groupBy(calls, ({ accountId }) => accountId);
  return [...groups]
    .map(([accountId, ofAccount]) => ({
      accountId,
      calls: ofAccount.length,
      seconds: secondsOf(ofAccount),
      limited: ofAccount.filter(({ status }) => status === 429).length,
      failed: ofAccount.filter(({ status }) => status >= 500).length,
      slowestRoute: slowestRoute(ofAccount),
    }))
    .toSorted((one, other) => other.seconds - one.seconds);
}

const secondsOf = (calls: readonly LoadingCall[]): number =>
  calls.reduce((sum, { durationMs }) => sum + durationMs, 0) / MS;

function slowestRoute(calls: readonly LoadingCall[]): string {
  const routes = [...Map.groupBy(calls, ({ method, route }) => `${method} ${route}`)];
  const [slowest = ''] = routes
    .toSorted(([, one], [, other]) => secondsOf(other) - secondsOf(one))
    .map(([route]) => route);
  return slowest;
}
