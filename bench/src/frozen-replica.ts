import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Property } from '@estate/contracts';
import { apiClient } from '@estate/stack';
import type { ApiClient } from '@estate/stack';
import { eachOf } from './each-of.ts';
import { latencyRow, markdownTable, percentile, say } from './report.ts';
import { sampleProperty } from './sample-property.ts';
import { openAccount, withStack } from './with-stack.ts';
import type { Measured } from './with-stack.ts';

const CATALOGS = 3;
/** Callers notice a silent replica within two seconds, and find out within two more that it is the silent one. */
const NOTICED_MS = 5000;
/** Calls may take so many times as long as before, once the silent replica is noticed. */
const TIMES_MAX = 3;
/** A fast machine has noise of this size. */
const NOISE_MS = 20;
const CALLERS = 8;
const WARM_UP_MS = 3000;
const ATTEMPTS_MAX = 20;
const AGAIN_MS = 500;

interface Call {
  /** Since the beginning of its period. */
  atMs: number;
  tookMs: number;
}

/**
 * Freezes one of three catalogs while customers create and read properties. Fails if the p99 of the calls is more than three times as
 * high as before, from the fifth second on, or if a property that was created is lost.
 */
export async function measureFrozenReplica(args: readonly string[] = process.argv.slice(3)): Promise<void> {
  const options = { seconds: { type: 'string', default: '20' } } as const;
  const seconds = Number(parseArgs({ args: [...args], options }).values.seconds);
  await withStack(async (measured) => {
    const { stack } = measured;
    const further = [];
    for (let count = 1; count < CATALOGS; count += 1) further.push(await stack.addReplica('catalog'));
    const load = await startLoad(measured);
    await load.during(WARM_UP_MS);
    const before = await load.during(seconds * 1000);
    const frozen = further.at(-1)?.child.pid ?? 0;
    process.kill(frozen, 'SIGSTOP');
    const meanwhile = await load.during(NOTICED_MS + seconds * 1000);
    process.kill(frozen, 'SIGCONT');
    const after = await load.during(seconds * 1000);
    await load.stop();
    const noticed = meanwhile.filter(({ atMs }) => atMs >= NOTICED_MS);
    const head = ['one call', 'p50 ms', 'p99 ms', 'longest ms'];
    const rows = [
      row('with three catalogs', before),
      row(
        'the first five seconds after one was frozen',
        meanwhile.filter(({ atMs }) => atMs < NOTICED_MS),
      ),
      row('after that', noticed),
      row('after it continued', after),
    ];
    say(markdownTable([head, ...rows]));
    await requireProperties(load.callers);
    requireRatio(before, noticed);
  });
}

const row = (name: string, calls: readonly Call[]): string[] =>
  latencyRow(
    name,
    calls.map(({ tookMs }) => tookMs),
  );

const p99 = (calls: readonly Call[]): number =>
  percentile(
    calls.map(({ tookMs }) => tookMs),
    0.99,
  );

/** A customer whose calls follow one another. */
interface Caller {
  api: ApiClient;
  created: number;
}

/** Sends a call until it is answered, as the clients do: what a replica had begun when it was frozen is answered with 503. */
async function sendAgain(url: string, init: RequestInit): Promise<Response> {
  const headers = { ...(init.headers as Record<string, string>), 'Idempotency-Key': randomUUID() };
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(url, { ...init, headers });
    if (response.status !== 503 || attempt === ATTEMPTS_MAX) return response;
    await response.body?.cancel();
    await sleep(AGAIN_MS);
  }
}

/** Customers that create and read properties until they are stopped. */
async function startLoad({ stack }: Measured) {
  const keys = await eachOf(Array<string>(CALLERS).fill('Frozen'), 1, (name) => openAccount(stack, name));
  const callers = keys.map((key): Caller => ({ api: apiClient(stack.apiUrl, key, sendAgain), created: 0 }));
  let calls: Call[] = [];
  let startedMs = performance.now();
  let isEnding = false;
  /** A call that was in progress when a period began counts for it. */
  const timed = async <T>(call: () => Promise<T>): Promise<T> => {
    const fromMs = performance.now();
    const answer = await call();
    calls.push({ atMs: Math.max(0, fromMs - startedMs), tookMs: performance.now() - fromMs });
    return answer;
  };
  const calling = callers.map(async (caller) => {
    while (!isEnding) {
      const { id } = await timed(() => caller.api.post<Property>('/properties', sampleProperty));
      caller.created += 1;
      await timed(() => caller.api.get<Property>(`/properties/${id}`));
    }
  });
  const ended = Promise.all(calling);
  return {
    callers,
    /** The calls that end in this time. @throws Error when one fails */
    during: async (ms: number): Promise<readonly Call[]> => {
      calls = [];
      startedMs = performance.now();
      await Promise.race([sleep(ms), ended]);
      return calls;
    },
    stop: async (): Promise<void> => {
      isEnding = true;
      await ended;
    },
  };
}

/** @throws Error when an account has more or fewer properties than it created */
async function requireProperties(callers: readonly Caller[]): Promise<void> {
  for (const { api, created } of callers) {
    const { count = 0 } = await api.get<{ count?: number }>('/properties?limit=1&count=true');
    if (count !== created)
      throw new Error(`An account has ${String(count)} of ${String(created)} properties that it created.`);
  }
  const sum = callers.reduce((all, { created }) => all + created, 0);
  say(`\nAll ${String(sum)} properties that were created are there, once each.`);
}

function requireRatio(before: readonly Call[], noticed: readonly Call[]): void {
  const ratio = p99(noticed) / p99(before);
  say(`The p99 with a frozen catalog is ${ratio.toFixed(1)} times that without one.`);
  if (ratio > TIMES_MAX && p99(noticed) - p99(before) > NOISE_MS)
    throw new Error(`A frozen catalog makes calls slower than ${String(TIMES_MAX)} times.`);
}
