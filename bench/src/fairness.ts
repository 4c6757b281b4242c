import { parseArgs } from 'node:util';
import { eachOf } from './each-of.ts';
import { measureOtherCustomer } from './fairness/other-customer.ts';
import { cpuTimes, sum } from './processes.ts';
import { listInTurn, makeProperties, makeTargets, republish } from './placed-listings.ts';
import type { MeasuredTarget } from './placed-listings.ts';
import { markdownTable, median, say } from './report.ts';
import { openAccount, processesOf, withStack } from './with-stack.ts';
import type { Measured } from './with-stack.ts';
import { apiClient } from '@estate/stack';
import type { ApiClient } from '@estate/stack';

const LARGE_TARGETS = 20;
const LARGE_PROPERTIES = 500;
const SMALL_LISTINGS = 10;
const ROUNDS = 5;

/** Measures what one customer does to the calls and the publications of another one; `--calls` measures the calls alone. */
export async function measureFairness(args: readonly string[] = process.argv.slice(3)): Promise<void> {
  const { values } = parseArgs({ args: [...args], options: { calls: { type: 'boolean', default: false } } });
  await withStack(measureOtherCustomer);
  if (!values.calls) await withStack(measurePublications);
}

/** How long ten listings of a small customer take, alone and beside 10,000 due ones of a large customer. */
async function measurePublications(measured: Measured): Promise<void> {
  const { api, stack } = measured;
  const small = apiClient(stack.apiUrl, await openAccount(stack, 'Small'));
  const [own] = await makeTargets(small, stack, ['B-0']);
  if (!own) throw new Error('There is no target.');
  const few = await makeProperties(small, Array<string[]>(SMALL_LISTINGS).fill([]));
  await listInTurn(small, few, [own]);
  const alone = await rounds(small, own);
  const names = Array.from({ length: LARGE_TARGETS }, (_, index) => `A-${String(index)}`);
  const targets = await makeTargets(api, stack, names);
  const many = await makeProperties(api, Array<string[]>(LARGE_PROPERTIES).fill([]));
  const orders = targets.flatMap(({ id: targetId }) => many.map((propertyId) => ({ propertyId, targetId })));
  await whilePaused(stack, targets, () => eachOf(orders, 8, (order) => api.post('/listings', order)));
  say(`${String(orders.length)} listings are made; now all of them become due at once`);
  await eachOf(targets, 4, ({ id, input }) => api.put(`/targets/${id}`, input));
  const beside = await rounds(small, own);
  const left = await stillDue(api, targets);
  say(`${String(left)} of the large customer's listings were still to be published at the end`);
  say(`CPU s so far: ${(sum(cpuTimes(processesOf(stack)).values()) / 1000).toFixed(0)}`);
  say('');
  say(
    markdownTable([
      ['ten listings of a small customer', 'median ms', 'longest ms'],
      row('alone', alone),
      row('beside 10,000 due', beside),
    ]),
  );
}

/** Nothing is published meanwhile, so that making the listings does not take ten times as long. */
async function whilePaused(
  stack: Measured['stack'],
  targets: readonly MeasuredTarget[],
  work: () => Promise<unknown>,
): Promise<void> {
  const operator = apiClient(stack.apiUrl, stack.operatorToken);
  const all = (act: 'pause' | 'resume') =>
    eachOf(targets, 4, ({ id }) => operator.post(`/admin/lanes/${id}/${act}`, {}));
  await all('pause');
  await work();
  await all('resume');
}

const row = (name: string, times: readonly number[]) => [
  name,
  median(times).toFixed(0),
  Math.max(...times).toFixed(0),
];

/** Milliseconds from the order to publish all again until the last publication. */
async function rounds(api: ApiClient, target: MeasuredTarget): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) times.push(await republish(api, [target]));
  return times;
}

async function stillDue(api: ApiClient, targets: readonly MeasuredTarget[]): Promise<number> {
  const counts = await eachOf(targets, 2, async ({ id }) => {
    const { updatedAt } = await api.get<{ updatedAt: string }>(`/targets/${id}`);
    let due = 0;
    for (let startAfter = '', hasMore = true; hasMore;) {
      const query = `targetId=${id}&limit=100${startAfter && `&startAfter=${startAfter}`}`;
      const page = await api.get<{ data: { id: string; lastPublishedAt?: string }[]; hasMore: boolean }>(
        `/listings?${query}`,
      );
      due += page.data.filter(({ lastPublishedAt = '' }) => lastPublishedAt < updatedAt).length;
      ({ hasMore } = page);
      startAfter = page.data.at(-1)?.id ?? '';
    }
    return due;
  });
  return counts.reduce((total, count) => total + count, 0);
}
