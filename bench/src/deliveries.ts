import { setTimeout as sleep } from 'node:timers/promises';
import { eachOf } from './each-of.ts';
import { measureIsolation } from './deliveries/isolation.ts';
import { withPlace } from './deliveries/place.ts';
import type { Place } from './deliveries/place.ts';
import { bareSide, bullmqSide, notifierSide } from './deliveries/sides.ts';
import type { Side } from './deliveries/sides.ts';
import { atRate, reset, untilArrived } from './deliveries/stats.ts';
import { recorded } from './profiles/recorded.ts';
import { cpuBetween, cpuTimes, sum } from './processes.ts';
import { markdownTable, median, say } from './report.ts';

/** The code of all sides gets faster for some thousand deliveries. */
const WARM_UP_ROUNDS = 3;
const ROUNDS = 5;
const BURST = 5000;
const AT_ONCE = 64;
const CALM_PER_SECOND = 100;
const CALM_SECONDS = 5;
const LOOK_MS = 20;
const LOG_PATIENCE_MS = 180_000;

interface Round {
  perSecond: number;
  /** Milliseconds of processor time a delivery took in the delivering process. */
  ownCpuMs: number;
  /** The same in everything but the receiver. */
  allCpuMs: number;
  p50Ms: number;
  p99Ms: number;
}

/** Measures deliveries with the full attempt log beside BullMQ and beside a bare worker. */
export function measureDeliveries(): Promise<void> {
  return withPlace(async (place) => {
    const sides = [await notifierSide(place), await bareSide(place)];
    if (place.redisPort === undefined) {
      say('redis-server is not installed (Debian: apt-get install redis-server): BullMQ is NOT measured.');
    } else {
      sides.splice(1, 0, await bullmqSide(place, place.redisPort));
    }
    await compare(place, sides);
    for (const { close, program } of sides) {
      await close();
      await program.stop();
    }
  });
}

/** Measures how well receivers are kept apart. */
export const measureReceivers = (): Promise<void> => withPlace(measureIsolation);

async function compare(place: Place, sides: readonly Side[]): Promise<void> {
  const rounds = new Map<string, Round[]>(sides.map(({ name }) => [name, []]));
  for (let round = 0; round < WARM_UP_ROUNDS; round += 1) {
    for (const side of sides) await burst(place, side);
  }
  for (let round = 1; round <= ROUNDS; round += 1) {
    for (const side of sides) {
      const result = { ...(await burst(place, side)), ...(await calm(place, side)) };
      rounds.get(side.name)?.push(result);
      say(`round ${String(round)}: ${side.name} ${result.perSecond.toFixed(0)}/s`);
    }
  }
  print(rounds);
}

/** As fast as the side takes them, from the first event until the last one has arrived and is in the log. */
async function burst(place: Place, side: Side): Promise<Pick<Round, 'perSecond' | 'ownCpuMs' | 'allCpuMs'>> {
  await reset(place);
  const pids = new Map([...place.programs].map(([name, { pid }]) => [name, pid]));
  pids.delete('receiver');
  const before = cpuTimes(pids);
  const startedMs = Date.now();
  const [{ lastMs }, loggedMs] = await recorded(`deliveries by ${side.name}`, pids, async () => {
    await eachOf(Array.from({ length: BURST }), AT_ONCE, () => side.send());
    return Promise.all([untilArrived(place, BURST), untilLogged(side)]);
  });
  // What is written after that belongs to the delivery, too.
  await sleep(1000);
  const used = cpuBetween(before, cpuTimes(pids));
  const own = [...place.programs].find(([, { pid }]) => pid === side.program.pid)?.[0] ?? '';
  return {
    perSecond: (BURST * 1000) / (Math.max(lastMs, loggedMs) - startedMs),
    ownCpuMs: (used.get(own) ?? 0) / BURST,
    allCpuMs: sum(used.values()) / BURST,
  };
}

/** When everything that a side has sent was seen in its log; 0 for a side without one. */
async function untilLogged({ isLogged }: Side): Promise<number> {
  if (!isLogged) return 0;
  const endMs = Date.now() + LOG_PATIENCE_MS;
  while (Date.now() < endMs) {
    if (await isLogged()) return Date.now();
    await sleep(LOOK_MS);
  }
  throw new Error('Not every delivery was logged.');
}

/** The latency where nothing has to wait. */
async function calm(place: Place, side: Side): Promise<Pick<Round, 'p50Ms' | 'p99Ms'>> {
  await reset(place);
  await atRate(CALM_PER_SECOND, CALM_PER_SECOND * CALM_SECONDS, () => side.send());
  return untilArrived(place, CALM_PER_SECOND * CALM_SECONDS);
}

function print(rounds: ReadonlyMap<string, Round[]>): void {
  const middle = (all: readonly Round[], read: (round: Round) => number) => median(all.map(read));
  const bullmq = rounds.get('BullMQ + Redis');
  const rows = [...rounds].map(([name, all]) => {
    const perSecond = middle(all, (round) => round.perSecond);
    return [
      name,
      perSecond.toFixed(0),
      bullmq ? (perSecond / middle(bullmq, (round) => round.perSecond)).toFixed(2) : '–',
      middle(all, ({ p50Ms }) => p50Ms).toFixed(0),
      middle(all, ({ p99Ms }) => p99Ms).toFixed(0),
      middle(all, ({ ownCpuMs }) => ownCpuMs).toFixed(2),
      middle(all, ({ allCpuMs }) => allCpuMs).toFixed(2),
    ];
  });
  const head = ['', 'deliveries/s', 'of BullMQ', 'p50 ms', 'p99 ms', 'CPU ms, worker', 'CPU ms, all'];
  say(
    `\n${String(ROUNDS)} rounds: ${String(BURST)} events at once; latency at ${String(CALM_PER_SECOND)}/s\n`,
  );
  say(markdownTable([head, ...rows]));
}
