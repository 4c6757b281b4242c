import { eachOf } from '../each-of.ts';
import { markdownTable, say } from '../report.ts';
import { startNotifier } from './place.ts';
import type { Place } from './place.ts';
import { accountWithWebhook, announce, connectTo } from './sides.ts';
import { atRate, reset, untilArrived } from './stats.ts';
import type { Stats } from './stats.ts';

const ENDPOINTS = 200;
const BAD = 20;
const PER_SECOND = 40;
const SECONDS = 30;
const BACKLOG = 10_000;

/** Latency of 180 healthy receivers alone, beside 20 dead or slow ones, and beside one with 10,000 pending deliveries. */
export async function measureIsolation(place: Place): Promise<void> {
  const program = await startNotifier(place);
  const bus = await connectTo(place);
  const healthy: string[] = [];
  const bad: string[] = [];
  for (let n = 0; n < ENDPOINTS - BAD; n += 1)
    healthy.push(await accountWithWebhook(bus, place, `/good/${String(n)}`));
  for (let n = 0; n < BAD; n += 1)
    bad.push(await accountWithWebhook(bus, place, `${n % 2 ? '/dead' : '/slow'}/${String(n)}`));
  const backlogged = await accountWithWebhook(bus, place, '/dead/backlog');

  const healthyEvents = Math.round((PER_SECOND * SECONDS * (ENDPOINTS - BAD)) / ENDPOINTS);
  const round = async (accounts: readonly string[]): Promise<Stats> => {
    await reset(place);
    const share = accounts.length / ENDPOINTS;
    const pick = (n: number) => accounts[n % accounts.length] ?? '';
    const events = Math.round(PER_SECOND * SECONDS * share);
    await atRate(PER_SECOND * share, events, (n) => announce(bus, pick(n)));
    return untilArrived(place, healthyEvents);
  };
  await round(healthy);
  const alone = await round(healthy);
  const beside = await round([...healthy, ...bad]);
  await eachOf(Array.from({ length: BACKLOG }), 64, () => announce(bus, backlogged));
  // Events are taken in order: once this one has arrived, the others are stored and pending.
  await reset(place);
  await announce(bus, healthy[0] ?? '');
  await untilArrived(place, 1);
  const behind = await round([...healthy, ...bad]);
  say(
    `\n${String(ENDPOINTS - BAD)} healthy receivers, ${String(PER_SECOND)} events/s for ${String(SECONDS)} s\n`,
  );
  const row = (name: string, stats: Stats) => [
    name,
    String(stats.p50Ms),
    String(stats.p99Ms),
    (stats.p99Ms / alone.p99Ms).toFixed(2),
  ];
  say(
    markdownTable([
      ['', 'p50 ms', 'p99 ms', 'p99 of alone'],
      row('alone', alone),
      row(`beside ${String(BAD)} dead or slow ones`, beside),
      row(`and one with ${String(BACKLOG)} pending`, behind),
    ]),
  );
  await bus.close();
  await program.stop();
}
