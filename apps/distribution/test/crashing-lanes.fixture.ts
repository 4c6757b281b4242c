import { LaneScheduler } from '../src/lanes/lane-scheduler.ts';
import { openStage } from './stage.ts';

/** What a process that works lanes is given as its argument. */
export interface CrashingLanes {
  uri: string;
  database: string;
  /** What the catalog knows. */
  properties: readonly string[];
  /** The server of this target ends the process that logs in there. */
  deadly?: string;
}

const { uri, database, properties, deadly } = JSON.parse(process.argv[2] ?? '') as CrashingLanes;
const stage = await openStage(uri, { database });
Object.defineProperty(stage.time, 'now', { get: () => new Date() });
for (const id of properties) stage.catalog.add(id);
const { open } = stage.portal.platform;
stage.portal.platform.open = (account, signal) => {
  if (account.id === deadly) process.kill(process.pid, 'SIGKILL');
  return open(account, signal);
};
const options = { ...stage.laneDeps.options, owner: `process-${String(process.pid)}`, leaseMs: 60_000 };
new LaneScheduler(
  { ...stage.laneDeps, options },
  { concurrency: 8, perAccount: 4, sweepEveryMs: 50 },
).start();
