import { availableParallelism, loadavg } from 'node:os';
import { startBareChain } from './bare-chain.ts';
import type { BareChain } from './bare-chain.ts';
import { startPlainChain } from './plain/http-chain.ts';
import type { PlainChain } from './plain/http-chain.ts';
import { load } from './load.ts';
import type { Load, LoadOptions } from './load.ts';
import { cpuBetween, cpuTimes, sum, untilQuiet } from './processes.ts';
import type { Processes } from './processes.ts';
import { markdownTable, median, say } from './report.ts';
import { sampleProperty } from './sample-property.ts';
import { processesOf, withStack } from './with-stack.ts';
import type { Measured } from './with-stack.ts';

const ROUNDS = 5;
const SECONDS = 4;

const BARE = 'bare chain';
const SAME_WORK = 'plain service';
const DATABASE = 'embedded-mongo';

interface Round extends Load {
  /** Milliseconds of processor time a request took, by process, what follows the answer included. */
  cpu: Map<string, number>;
}

/** Measures creating and reading a property beside the bare chain and beside a plain service that does the same work, in turn. */
export function measureApi(): Promise<void> {
  return withStack(async (measured) => {
    const bare = await startBareChain();
    const plain = await startPlainChain(measured.stack.mongoUri);
    try {
      await compare(measured, bare, plain);
    } finally {
      await plain.stop();
      await bare.stop();
    }
  });
}

async function compare({ stack, api, key }: Measured, bare: BareChain, plain: PlainChain): Promise<void> {
  const body = JSON.stringify(sampleProperty);
  const { id } = await api.post<{ id: string }>('/properties', sampleProperty);
  const system = processesOf(stack, isOfTheSystem);
  const bareProcesses = bare.processes;
  const database = [...system].filter(([name]) => name === DATABASE);
  const plainProcesses = new Map([...plain.processes, ...database]);
  const sides: { name: string; processes: Processes; options: Omit<LoadOptions, 'seconds'> }[] = [
    {
      name: BARE,
      processes: bareProcesses,
      options: { url: `${bare.url}/properties`, method: 'POST', body },
    },
    {
      name: SAME_WORK,
      processes: plainProcesses,
      options: { url: `${plain.url}/properties`, method: 'POST', body, key: plain.key },
    },
    {
      name: 'POST /properties',
      processes: system,
      options: { url: `${stack.apiUrl}/properties`, method: 'POST', body, key },
    },
    {
      name: 'GET /properties/{id}',
      processes: system,
      options: { url: `${stack.apiUrl}/properties/${id}`, method: 'GET', key },
    },
  ];
  say(
    `body: ${String(Buffer.byteLength(body))} bytes; ${String(ROUNDS)} rounds of ${String(SECONDS)} s each`,
  );
  const rounds = new Map<string, Round[]>(sides.map(({ name }) => [name, []]));
  for (const { options } of sides) await load({ ...options, seconds: 2 });
  for (let round = 1; round <= ROUNDS; round += 1) {
    for (const { name, processes, options } of sides) {
      await untilQuiet(system);
      const result = await measureRound(processes, options);
      rounds.get(name)?.push(result);
      say(`round ${String(round)}: ${name} ${result.perSecond.toFixed(0)}/s`);
    }
  }
  print(rounds);
}

async function measureRound(processes: Processes, options: Omit<LoadOptions, 'seconds'>): Promise<Round> {
  const before = cpuTimes(processes);
  const result = await load({ ...options, seconds: SECONDS });
  await untilQuiet(processes);
  const used = cpuBetween(before, cpuTimes(processes));
  return { ...result, cpu: new Map([...used].map(([name, time]) => [name, time / result.requests])) };
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
      ['', 'requests/s', 'p50 ms', 'p99 ms', 'CPU ms/request', 'of bare', 'of the same work'],
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
