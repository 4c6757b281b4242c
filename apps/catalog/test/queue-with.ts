import type { RunDeps } from '../src/processing/run-next.ts';

/** The queue, in some ways another one. */
export const queueWith = (queue: RunDeps['queue'], changes: Partial<RunDeps['queue']>): RunDeps['queue'] => ({
  claimDue: (...by) => queue.claimDue(...by),
  dueAccounts: (now) => queue.dueAccounts(now),
  dueAccount: (...of) => queue.dueAccount(...of),
  accountsOf: (ids) => queue.accountsOf(ids),
  oldestDueAt: (now) => queue.oldestDueAt(now),
  extend: (...until) => queue.extend(...until),
  end: (...end) => queue.end(...end),
  repeat: (...again) => queue.repeat(...again),
  release: (claimed) => queue.release(claimed),
  ...changes,
});
