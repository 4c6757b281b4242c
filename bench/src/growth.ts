import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ViolationReport } from '@estate/contracts';
import { apiClient } from '@estate/stack';
import type { Stack } from '@estate/stack';
import { MongoClient } from 'mongodb';
import { startCountingReceiver } from './counting-receiver.ts';
import type { CountingReceiver } from './counting-receiver.ts';
import { WORKS, costOf, idlePerMinute } from './growth/costs.ts';
import type { Situation } from './growth/costs.ts';
import { familyOf } from './growth/family.ts';
import type { Family } from './growth/family.ts';
import { fill } from './growth/fill.ts';
import { COPIED_EXTERNAL_ID, makeGrown } from './growth/place.ts';
import type { Grown } from './growth/place.ts';
import { printGrowth, saySystem } from './growth/report-growth.ts';
import type { Sample } from './growth/report-growth.ts';
import { listInTurn, makeProperties, makeTargets } from './placed-listings.ts';
import type { MeasuredTarget } from './placed-listings.ts';
import { cpuBetween, cpuTimes, residentMegabytes, sum, untilQuiet } from './processes.ts';
import { say } from './report.ts';
import { ENGINE_PID, openAccount, processesWithDatabase, whileRunning, withDirectory } from './with-stack.ts';

/** Numbers of properties, growing. */
const SIZES = (process.env['GROWTH_SIZES'] ?? '1000,10000,100000').split(',').map(Number);
/** Accounts that have the same number of properties; one of them is measured. */
const ACCOUNTS = Number(process.env['GROWTH_ACCOUNTS'] ?? '1');
const IDLE_MINUTES = 2;
const PUBLISHED = 16;
const ENV = { SMTP_MAILS_PER_MINUTE: '1000000' };

interface Account {
  key: string;
  grown: Grown;
  family: Family;
}

interface World {
  directory: string;
  receiver: CountingReceiver;
  accounts: Account[];
  published: MeasuredTarget;
}

/** Measures what the same work costs with more and more properties, each with two listings and the events of a month. */
export async function measureGrowth(): Promise<void> {
  const receiver = await startCountingReceiver();
  try {
    await withDirectory(async (directory) => {
      const world = await prepare(directory, receiver);
      const samples: Sample[] = [];
      for (const [index, size] of SIZES.entries()) {
        await grow(world, SIZES[index - 1] ?? 0, size);
        const sample = await sampleOf(world, size);
        saySystem(sample);
        samples.push(sample);
      }
      printGrowth(samples, ACCOUNTS);
    });
  } finally {
    receiver.close();
  }
}

async function prepare(directory: string, receiver: CountingReceiver): Promise<World> {
  const accounts: Account[] = [];
  const small: MeasuredTarget[] = [];
  await running(directory, async (stack, client) => {
    for (let number = 0; number < ACCOUNTS; number += 1) {
      const key = await openAccount(stack, `Growth ${String(number)}`);
      const api = apiClient(stack.apiUrl, key);
      const grown = await makeGrown(api, stack, receiver.url);
      await untilStored(stack);
      accounts.push({ key, grown, family: await familyOf(client, grown.propertyId) });
    }
    const api = apiClient(stack.apiUrl, accounts[0]?.key ?? '');
    small.push(...(await makeTargets(api, stack, ['A-3'])));
    await listInTurn(api, await makeProperties(api, Array<string[]>(PUBLISHED).fill([])), small);
  });
  const [published] = small;
  if (!published) throw new Error('There is no target.');
  return { directory, receiver, accounts, published };
}

/** Everything that follows the last call is stored when nobody is busy. */
const untilStored = (stack: Stack): Promise<void> =>
  ENGINE_PID === undefined ? untilQuiet(processesWithDatabase(stack)) : Promise.resolve();

const running = (directory: string, work: (stack: Stack, client: MongoClient) => Promise<void>) =>
  whileRunning(
    directory,
    async (stack) => {
      const client = await MongoClient.connect(stack.mongoUri);
      try {
        await work(stack, client);
      } finally {
        await client.close();
      }
    },
    { env: ENV },
  );

async function grow({ directory, accounts }: World, from: number, to: number): Promise<void> {
  const startedMs = performance.now();
  const share = (size: number) => Math.floor(size / accounts.length);
  await running(directory, async (_stack, client) => {
    for (const { family } of accounts)
      await fill({ client, family, externalId: COPIED_EXTERNAL_ID, from: share(from), to: share(to) });
  });
  say(`${String(to)} properties, filled in ${((performance.now() - startedMs) / 1000).toFixed(0)} s`);
}

/** Starts the system again with all that it has stored, and measures it. */
async function sampleOf(world: World, size: number): Promise<Sample> {
  const samples: Sample[] = [];
  const startedMs = performance.now();
  await running(world.directory, async (stack, client) => {
    const startSeconds = (performance.now() - startedMs) / 1000;
    const situation = await situationOf(world, { stack, client, size });
    const { processes } = situation;
    // Code that has not run yet is slow, at every size alike.
    for (const work of WORKS) await costOf(situation, work, 0);
    await untilStored(stack);
    const idle = await idlePerMinute(processes, IDLE_MINUTES);
    const costs = new Map<string, number>();
    for (const work of WORKS) {
      costs.set(work.name, await costOf(situation, work, sum(idle.values())));
      say(`${String(size)}: ${work.name} ${costs.get(work.name)?.toFixed(2) ?? ''} ms`);
    }
    const auditMs = await audit(stack, processes);
    const memory = new Map([...processes].map(([name, pid]) => [name, residentMegabytes(pid)]));
    samples.push({ size, startSeconds, costs, idle, auditMs, memory, megabytes: databaseMegabytes(world) });
  });
  const [sample] = samples;
  if (!sample) throw new Error('Nothing was measured.');
  return sample;
}

interface Running {
  stack: Stack;
  client: MongoClient;
  size: number;
}

async function situationOf(world: World, { stack, client, size }: Running): Promise<Situation> {
  const [account] = world.accounts;
  if (!account) throw new Error('There is no account.');
  const own = Math.floor(size / world.accounts.length);
  const idInTheMiddle = async (database: string, collection: string) => {
    const docs = client.db(database).collection<{ _id: string }>(collection);
    const [doc] = await docs
      .find()
      .sort({ _id: 1 })
      .skip(Math.floor(own / 2))
      .limit(1)
      .toArray();
    return doc?._id ?? '';
  };
  return {
    ...{ stack, size: own, grown: account.grown, published: world.published, receiver: world.receiver },
    api: apiClient(stack.apiUrl, account.key),
    processes: processesWithDatabase(stack),
    middle: {
      listing: await idInTheMiddle('distribution', 'listings'),
      property: await idInTheMiddle('catalog', 'properties'),
    },
  };
}

/** Processor time of one look of all auditors. @throws Error when they find a violation: then the copies are not as real ones */
async function audit(stack: Stack, processes: Situation['processes']): Promise<number> {
  const operator = apiClient(stack.apiUrl, stack.operatorToken);
  const before = cpuTimes(processes);
  const { data } = await operator.get<ViolationReport>('/admin/violations');
  const used = sum(cpuBetween(before, cpuTimes(processes)).values());
  if (data.length > 0) throw new Error(`Violations: ${JSON.stringify(data).slice(0, 2000)}`);
  return used;
}

/** Of the embedded engine; of another one it is not known. */
function databaseMegabytes({ directory }: World): number | undefined {
  if (ENGINE_PID !== undefined) return undefined;
  const entries = readdirSync(join(directory, 'embedded-mongo'), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return sum(files.map(({ parentPath, name }) => statSync(join(parentPath, name)).size)) / 1_000_000;
}
