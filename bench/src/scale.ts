import { setTimeout as sleep } from 'node:timers/promises';
import type { Webhook } from '@estate/contracts';
import { startCountingReceiver } from './counting-receiver.ts';
import type { CountingReceiver } from './counting-receiver.ts';
import { eachOf } from './each-of.ts';
import { listInTurn, makeProperties, makeTargets, republish } from './placed-listings.ts';
import { cpuBetween, cpuTimes, sum } from './processes.ts';
import type { Processes } from './processes.ts';
import { markdownTable, median, say } from './report.ts';
import { sampleProperty } from './sample-property.ts';
import { brokerUse, documentBytes } from './unit-costs.ts';
import { until } from './until.ts';
import { processesOf, withStack } from './with-stack.ts';
import type { Measured } from './with-stack.ts';

const REPLICAS = [1, 2, 4];
const WORKERS = ['catalog', 'distribution', 'notifier'] as const;
const KINDS = ['api-gateway', ...WORKERS, 'inbox', 'embedded-mongo', 'nats-server', 'ftp-portal'];
const TARGETS = 16;
const LISTINGS = 96;
const ROUNDS = 3;
/** For each replica. */
const WARM_UPS = 4;
const HOOKS = 20;
const PROPERTIES = 60;
const AT_ONCE = 16;
const PATIENCE_MS = 120_000;
const MS_PER_S = 1000;
const CALM_MS = 3000;

interface Round {
  perSecond: number;
  /** Milliseconds of processor time by kind of process, for one publication or delivery. */
  cpuMs: ReadonlyMap<string, number>;
  stored: number;
  asks: number;
}

interface Sample {
  replicas: number;
  publications: readonly Round[];
  deliveries: readonly Round[];
}

/** Measures publications and deliveries with 1, 2 and 4 processes of each worker service, and what one of each costs. */
export async function measureScale(): Promise<void> {
  const receiver = await startCountingReceiver();
  try {
    await withStack(async (measured) => {
      const samples: Sample[] = [];
      const place = await prepare(measured, receiver);
      for (const replicas of REPLICAS) {
        await growTo(measured, replicas);
        await warmUp(measured, place, WARM_UPS * replicas);
        const sample = { replicas, ...(await sampleOf(measured, place)) };
        say(`${String(replicas)} replicas: ${described(sample)}`);
        samples.push(sample);
      }
      print(samples);
      printUnits(samples[0], await documentBytes(measured.stack));
    });
  } finally {
    receiver.close();
  }
}

type Place = Awaited<ReturnType<typeof prepare>>;

async function prepare(measured: Measured, receiver: CountingReceiver) {
  const { api, stack } = measured;
  const properties = await makeProperties(
    api,
    Array.from({ length: LISTINGS }, () => []),
  );
  const names = Array.from({ length: TARGETS }, (_, index) => `A-${String(index)}`);
  const targets = await makeTargets(api, stack, names);
  await listInTurn(api, properties, targets);
  await eachOf(Array.from({ length: HOOKS }), AT_ONCE, () =>
    api.post<Webhook>('/webhooks', {
      url: receiver.url,
      events: ['property.processing_succeeded'],
    }),
  );
  return { targets, receiver };
}

/** Workers beside those that run already. */
async function growTo({ stack }: Measured, replicas: number): Promise<void> {
  for (const name of WORKERS) {
    const running = [...stack.children.keys()].filter((other) => kindOf(other) === name).length;
    for (let more = running; more < replicas; more += 1) await stack.addReplica(name);
  }
}

/** So many rounds for each process that works: code that has run seldom is slow. */
async function warmUp(measured: Measured, { targets, receiver }: Place, rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    await republish(measured.api, targets);
    await deliver(measured, receiver);
  }
}

async function sampleOf(measured: Measured, { targets, receiver }: Place): Promise<Omit<Sample, 'replicas'>> {
  const publications: Round[] = [];
  const deliveries: Round[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    publications.push(await costed(measured, LISTINGS, () => republish(measured.api, targets)));
    deliveries.push(await costed(measured, PROPERTIES * HOOKS, () => deliver(measured, receiver)));
  }
  return { publications, deliveries };
}

/** Runs work and shares what it used among its pieces, what follows the last of them included, what is used idle left out. */
async function costed(measured: Measured, pieces: number, work: () => Promise<number>): Promise<Round> {
  const processes = processesOf(measured.stack);
  await sleep(CALM_MS);
  const idle = byKind(await usedDuring(processes, () => sleep(CALM_MS)));
  const told = await brokerUse(measured.stack);
  const startedAt = Date.now();
  let ms = 0;
  const used = await usedDuring(processes, async () => {
    ms = await work();
    await sleep(CALM_MS);
  });
  const now = await brokerUse(measured.stack);
  const calms = (Date.now() - startedAt) / CALM_MS;
  const own = [...byKind(used)].map(
    ([kind, total]) => [kind, Math.max(0, total - (idle.get(kind) ?? 0) * calms) / pieces] as const,
  );
  return {
    perSecond: (pieces * MS_PER_S) / ms,
    cpuMs: new Map(own),
    stored: (now.stored - told.stored) / pieces,
    asks: (now.asks - told.asks) / pieces,
  };
}

async function usedDuring(processes: Processes, work: () => Promise<void>): Promise<Map<string, number>> {
  const before = cpuTimes(processes);
  await work();
  return cpuBetween(before, cpuTimes(processes));
}

/** Milliseconds from the first order to the last delivery of all events of so many new properties. */
async function deliver({ api }: Measured, receiver: CountingReceiver): Promise<number> {
  const wanted = receiver.count + PROPERTIES * HOOKS;
  const startedAt = Date.now();
  await eachOf(Array.from({ length: PROPERTIES }), AT_ONCE, () => api.post('/properties', sampleProperty));
  await until(
    () => Promise.resolve(receiver.count),
    (count) => count >= wanted,
    PATIENCE_MS,
  );
  return Date.now() - startedAt;
}

/** `catalog-2` is a catalog. */
const kindOf = (name: string): string => name.replace(/-\d+$/, '');

function byKind(used: ReadonlyMap<string, number>): Map<string, number> {
  const kinds = new Map<string, number>();
  for (const [name, ms] of used) kinds.set(kindOf(name), (kinds.get(kindOf(name)) ?? 0) + ms);
  return kinds;
}

const rateOf = (rounds: readonly Round[]): number => median(rounds.map(({ perSecond }) => perSecond));
const costOf = (rounds: readonly Round[], kind: string): number =>
  median(rounds.map(({ cpuMs }) => cpuMs.get(kind) ?? 0));
const costOfAll = (rounds: readonly Round[]): number =>
  median(rounds.map(({ cpuMs }) => sum(cpuMs.values())));

const described = ({ publications, deliveries }: Sample): string =>
  `${rateOf(publications).toFixed(1)} publications/s, ${rateOf(deliveries).toFixed(0)} deliveries/s`;

function print(samples: readonly Sample[]): void {
  const [first] = samples;
  if (!first) return;
  const curve = samples.map(({ replicas, publications, deliveries }) => [
    String(replicas),
    rateOf(publications).toFixed(1),
    (rateOf(publications) / rateOf(first.publications)).toFixed(2),
    costOfAll(publications).toFixed(1),
    rateOf(deliveries).toFixed(0),
    (rateOf(deliveries) / rateOf(first.deliveries)).toFixed(2),
    costOfAll(deliveries).toFixed(2),
  ]);
  const head = [
    'replicas',
    'publications/s',
    'of one',
    'CPU ms each',
    'deliveries/s',
    'of one',
    'CPU ms each',
  ];
  say(`\n${markdownTable([head, ...curve])}\n`);
  printCosts(samples);
}

/** What the processes of each kind use together for one publication and for one delivery, with more and more of them. */
function printCosts(samples: readonly Sample[]): void {
  const costs = KINDS.map((kind) => [
    `CPU ms, ${kind}`,
    ...samples.map(({ publications }) => costOf(publications, kind).toFixed(2)),
    ...samples.map(({ deliveries }) => costOf(deliveries, kind).toFixed(3)),
  ]);
  const columns = (piece: string) => samples.map(({ replicas }) => `${piece}, ${String(replicas)}`);
  say(`\n${markdownTable([['', ...columns('publication'), ...columns('delivery')], ...costs])}\n`);
}

/** What one publication and one delivery ask of the broker and the disk, with one process of each service. */
function printUnits(sample: Sample | undefined, sizes: ReadonlyMap<string, number>): void {
  if (!sample) return;
  const { publications, deliveries } = sample;
  const row = (name: string, pick: (round: Round) => number) => [
    name,
    median(publications.map(pick)).toFixed(2),
    median(deliveries.map(pick)).toFixed(2),
  ];
  const broker = [row('broker messages stored', ({ stored }) => stored), row('asks', ({ asks }) => asks)];
  say(markdownTable([['', 'a publication', 'a delivery'], ...broker]));
  const bytes = [...sizes].map(([collection, size]) => `${collection} ${String(size)}`);
  say(`\nBytes of one document: ${bytes.join(', ')}`);
}
