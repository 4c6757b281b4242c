import { availableParallelism, loadavg } from 'node:os';
import { MongoClient } from 'mongodb';
import { startBareChain } from './bare-chain.ts';
import type { BareChain } from './bare-chain.ts';
import { countWork, untilFinished } from './finished-work.ts';
import type { StoredWork } from './finished-work.ts';
import { PLAIN_DATABASE, startPlainChain } from './plain/http-chain.ts';
import type { PlainChain } from './plain/http-chain.ts';
import { load } from './load.ts';
import type { Load, LoadOptions } from './load.ts';
import { recorded } from './profiles/recorded.ts';
import { cpuBetween, cpuTimes, sum, untilQuiet } from './processes.ts';
import type { Processes } from './processes.ts';
import { markdownTable, median, say } from './report.ts';
import { sampleProperty } from './sample-property.ts';
import { processesOf, withStack } from './with-stack.ts';
import type { Measured } from './with-stack.ts';

/** The code of both sides gets faster for some thousand requests. */
const WARM_UP_SECONDS = 12;
const ROUNDS = 5;
const SECONDS = 4;
/** So many different properties are read in turn. */
const READ = 200;

const BARE = 'bare chain';
const SAME_WORK = 'plain service';
const DATABASE = 'embedded-mongo';

interface Round extends Load {
  /** Milliseconds of processor time a request took, by process, what follows the answer included. */
  cpu: Map<string, number>;
}

interface ApiSide {
  name: string;
  processes: Processes;
  options: Omit<LoadOptions, 'seconds'>;
  /** What a side stores that goes on after its answers. */
  work?: StoredWork;
}

/** Measures creating and reading a property beside the bare chain and beside a plain service that does the same work, in turn. */
export function measureApi(): Promise<void> {
  return withStack(async (measured) => {
    const bare = await startBareChain();
    const plain = await startPlainChain(measured.stack.mongoUri);
    const mongo = await MongoClient.connect(measured.stack.mongoUri);
    try {
      await compare(await sidesOf(measured, { bare, plain, mongo }));
    } finally {
      await mongo.close();
      await plain.stop();
      await bare.stop();
    }
  });
}

async function sidesOf(
  { stack, api, key }: Measured,
  { bare, plain, mongo }: { bare: BareChain; plain: PlainChain; mongo: MongoClient },
): Promise<ApiSide[]> {
  const body = JSON.stringify(sampleProperty);
  say(`body: ${String(Buffer.byteLength(body))} bytes`);
  const paths: string[] = [];
  for (let n = 0; n < READ; n += 1) {
    const { id } = await api.post<{ id: string }>('/properties', sampleProperty);
    paths.push(`/properties/${id}`);
  }
  const system = processesOf(stack, isOfTheSystem);
  const database = [...system].filter(([name]) => name === DATABASE);
  const stored = (resources: string, events: string): StoredWork => ({
    resources: mongo.db(resources).collection('properties'),
    events: mongo.db(events).collection('events'),
  });
  return [
    {
      name: BARE,
      processes: bare.processes,
      options: { url: `${bare.url}/properties`, method: 'POST', body },
    },
    {
      name: SAME_WORK,
      processes: new Map([...plain.processes, ...database]),
      options: { url: `${plain.url}/properties`, method: 'POST', body, key: plain.key },
      work: stored(PLAIN_DATABASE, PLAIN_DATABASE),
    },
    {
      name: 'POST /properties',
      processes: system,
      options: { url: `${stack.apiUrl}/properties`, method: 'POST', body, key },
      work: stored('catalog', 'notifier'),
    },
    {
      name: 'GET /properties/{id}',
      processes: system,
      options: { url: stack.apiUrl, paths, method: 'GET', key },
    },
  ];
}

async function compare(sides: readonly ApiSide[]): Promise<void> {
  say(`${String(ROUNDS)} rounds of ${String(SECONDS)} s each`);
  const all: Processes = new Map(sides.flatMap(({ processes }) => [...processes]));
  const rounds = new Map<string, Round[]>(sides.map(({ name }) => [name, []]));
  for (const { options } of sides) await load({ ...options, seconds: WARM_UP_SECONDS });
  for (let round = 1; round <= ROUNDS; round += 1) {
    for (const side of sides) {
      await untilQuiet(all);
      const result = await measureRound(side);
      rounds.get(side.name)?.push(result);
      say(`round ${String(round)}: ${side.name} ${result.perSecond.toFixed(0)}/s`);
    }
  }
  print(rounds);
}

async function measureRound({ name, processes, options, work }: ApiSide): Promise<Round> {
  const before = cpuTimes(processes);
  const { result, pieces } = await recorded(name, processes, () =>
    work ? loadUntilFinished(options, work) : loadOnly(options),
  );
  await untilQuiet(processes);
  const used = cpuBetween(before, cpuTimes(processes));
  return { ...result, cpu: new Map([...used].map(([name, time]) => [name, time / pieces])) };
}

async function loadOnly(options: ApiSide['options']): Promise<{ result: Load; pieces: number }> {
  const result = await load({ ...options, seconds: SECONDS });
  return { result, pieces: result.requests };
}

/** The rate of finished work: from the first request until the last event of the round is stored. */
async function loadUntilFinished(
  options: ApiSide['options'],
  work: StoredWork,
): Promise<{ result: Load; pieces: number }> {
  const before = await countWork(work);
  const startedMs = performance.now();
  const loaded = await load({ ...options, seconds: SECONDS });
  const pieces = await untilFinished(work, before, loaded.requests);
  const perSecond = (pieces * 1000) / (performance.now() - startedMs);
  return { result: { ...loaded, perSecond }, pieces };
}

/** The two sides of a round ran one after the other; over the whole run the machine may have become faster or slower. */
const ratioTo = (other: readonly Round[], all: readonly Round[]): number =>
  median(all.map(({ perSecond }, round) => perSecond / (other[round]?.perSecond ?? NaN)));

function print(rounds: ReadonlyMap<string, Round[]>): void {
  const bare = rounds.get(BARE) ?? [];
  const plain = rounds.get(SAME_WORK) ?? [];
  const rows = [...rounds].map(([name, all]) => {
    const middle = (read: (round: Round) => number) => median(all.map(read));
    const perSecond = middle((round) => round.perSecond);
    return [
      name,
      perSecond.toFixed(0),
      middle((round) => round.p50Ms).toFixed(0),
      middle((round) => round.p99Ms).toFixed(0),
      middle((round) => sum(round.cpu.values())).toFixed(2),
      ratioTo(bare, all).toFixed(2),
      ratioTo(plain, all).toFixed(2),
    ];
  });
  say('');
  const [lastMinute = NaN] = loadavg();
  say(`load average at the end: ${lastMinute.toFixed(1)} on ${String(availableParallelism())} processors`);
  say(
    markdownTable([
      ['', 'finished/s', 'p50 ms', 'p99 ms', 'CPU ms/request', 'of bare', 'of the same work'],
      ...rows,
    ]),
  );
  for (const [name, all] of rounds) {
    const names = [...(all[0]?.cpu.keys() ?? [])];
    const parts = names.map(
      (part) => [part, median(all.map(({ cpu }) => cpu.get(part) ?? 0)).toFixed(2)] as const,
    );
    say(`\nCPU ms/request of ${name}: ${parts.map((part) => part.join(' ')).join(', ')}`);
  }
}

const SANDBOX = ['ftp-portal', 'file-server', 'webhook-receiver'];
const isOfTheSystem = (name: string): boolean => !SANDBOX.includes(name);
