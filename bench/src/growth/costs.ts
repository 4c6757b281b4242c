import { setTimeout as sleep } from 'node:timers/promises';
import type { Property, Webhook } from '@estate/contracts';
import type { ApiClient, Stack } from '@estate/stack';
import type { CountingReceiver } from '../counting-receiver.ts';
import { eachOf } from '../each-of.ts';
import { sampleSummary } from '../lists/sample-summary.ts';
import { republish } from '../placed-listings.ts';
import type { MeasuredTarget } from '../placed-listings.ts';
import { cpuBetween, cpuTimes, sum } from '../processes.ts';
import type { Processes } from '../processes.ts';
import { sampleProperty } from '../sample-property.ts';
import { until } from '../until.ts';
import { sendInquiry } from './place.ts';
import type { Grown } from './place.ts';

const AT_ONCE = 8;
const HOOKS = 20;
const PATIENCE_MS = 120_000;
const SETTLED_MS = 4000;

/** What a size is measured with. */
export interface Situation {
  stack: Stack;
  api: ApiClient;
  grown: Grown;
  /** Few listings, which are published again. */
  published: MeasuredTarget;
  receiver: CountingReceiver;
  processes: Processes;
  /** An id of a listing and of a property in the middle of all. */
  middle: { listing: string; property: string };
  size: number;
}

/** One kind of work: how many pieces, and what does them. */
export interface Work {
  name: string;
  pieces: number;
  run: (situation: Situation) => Promise<unknown>;
}

const times = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  eachOf(
    Array.from({ length: count }, (_, index) => index),
    AT_ONCE,
    work,
  );

const calls =
  (path: (situation: Situation) => string): Work['run'] =>
  (situation) =>
    times(200, () => situation.api.get(path(situation)));

/** The work whose cost must not grow with the number of properties. */
export const WORKS: readonly Work[] = [
  {
    name: 'create a property',
    pieces: 200,
    run: ({ api }) => times(200, () => api.post<Property>('/properties', sampleProperty)),
  },
  {
    name: 'page of properties',
    pieces: 200,
    run: calls(({ middle }) => `/properties?startAfter=${middle.property}`),
  },
  {
    name: 'page of listings',
    pieces: 200,
    run: calls(({ middle }) => `/listings?startAfter=${middle.listing}`),
  },
  { name: 'publication', pieces: 64, run: publishAgain },
  { name: 'inquiry', pieces: 60, run: receiveInquiries },
  { name: 'delivery', pieces: 40 * HOOKS, run: deliver },
];

/** Publishes the listings of the small target four times. */
async function publishAgain({ api, published }: Situation): Promise<void> {
  for (let round = 0; round < 4; round += 1) await republish(api, [published]);
}

/** Inquiries about properties that are spread over all. */
async function receiveInquiries({ stack, grown, size, receiver }: Situation): Promise<void> {
  const before = receiver.count;
  await times(60, (index) =>
    sendInquiry(stack, grown.target, sampleSummary(Math.floor((index * (size - 1)) / 60)).externalId),
  );
  await arrived(receiver, before + 60);
}

/** Events of new properties for twenty more webhooks, which are deleted afterwards. */
async function deliver({ api, receiver }: Situation): Promise<void> {
  const input = { url: receiver.url, events: ['property.processing_succeeded'] };
  const hooks = await times(HOOKS, () => api.post<Webhook>('/webhooks', input));
  const before = receiver.count;
  await times(40, () => api.post('/properties', sampleProperty));
  // The webhook that gets all events has one delivery more for each.
  await arrived(receiver, before + 40 * (HOOKS + 1));
  await times(HOOKS, (index) => api.delete(`/webhooks/${hooks[index]?.id ?? ''}`));
}

const arrived = (receiver: CountingReceiver, count: number): Promise<number> =>
  until(
    () => Promise.resolve(receiver.count),
    (now) => now >= count,
    PATIENCE_MS,
  );

/** Milliseconds of processor time that each process uses a minute while nothing is asked of it. */
export async function idlePerMinute(processes: Processes, minutes: number): Promise<Map<string, number>> {
  const before = cpuTimes(processes);
  await sleep(minutes * 60_000);
  const used = cpuBetween(before, cpuTimes(processes));
  return new Map([...used].map(([name, ms]) => [name, ms / minutes]));
}

/** Milliseconds of processor time a piece, of all processes; what they use idle is left out. */
export async function costOf(situation: Situation, { pieces, run }: Work, idleMs: number): Promise<number> {
  const { processes } = situation;
  const before = cpuTimes(processes);
  const startedMs = performance.now();
  await run(situation);
  await sleep(SETTLED_MS);
  const used = sum(cpuBetween(before, cpuTimes(processes)).values());
  return (used - (idleMs * (performance.now() - startedMs)) / 60_000) / pieces;
}
