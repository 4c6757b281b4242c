import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Listing } from '@estate/contracts';
import { apiClient } from '@estate/stack';
import type { ApiClient } from '@estate/stack';
import { startHostileFtp } from '@estate/testing';
import type { HostileFtp, HostileWay } from '@estate/testing';
import { eachOf } from './each-of.ts';
import { measureHostileSenders } from './hostile-senders.ts';
import { measureHostileImporters } from './imports/hostile-importers.ts';
import { listInTurn, makeProperties, makeTargets } from './placed-listings.ts';
import { peakMegabytes } from './processes.ts';
import { latencyRow as row, markdownTable, say } from './report.ts';
import { placePhotos } from './sample-photos.ts';
import { openAccount, processesOf, withStack } from './with-stack.ts';
import type { Measured } from './with-stack.ts';

/** One target each. */
const WAYS: readonly HostileWay[] = [
  'names without end',
  'temporary names without end',
  'a name without end',
  'a listing that never begins',
  'nothing',
  'no answer to the login',
  'features without end',
  'replies without end during an upload',
  'an upload that is not read',
  'data without end during an upload',
  'a reset at the login',
  'a reset at the upload',
];
const LISTINGS_A_TARGET = 5;
const PHOTOS = 4;
const SAMPLES = '150';
const LOOK_EVERY_MS = 20;
const PATIENCE_MS = 60_000;
/** What fails is due again after a second, always: a lane that waits troubles nobody. */
const AGAIN_MS = Array<number>(200).fill(1000).join(',');

/**
 * Measures the latency of a healthy target alone, and beside twelve of another customer that misbehave; then that of uploads by FTP and of
 * emails by SMTP beside attackers. `--samples` is the number of publications; a third as many uploads and emails are measured.
 */
export async function measureMisbehaving(args: readonly string[] = process.argv.slice(3)): Promise<void> {
  const options = { samples: { type: 'string', default: SAMPLES } } as const;
  const samples = Number(parseArgs({ args: [...args], options }).values.samples);
  await withStack(
    async (measured) => {
      await measureTargets(measured, samples);
      await measureHostileImporters(measured, samples / 3);
      await measureHostileSenders(measured, samples / 3);
    },
    { env: { PUBLISH_RETRY_DELAYS_MS: AGAIN_MS } },
  );
}

async function measureTargets(measured: Measured, samples: number): Promise<void> {
  const { stack } = measured;
  const healthy = apiClient(stack.apiUrl, await openAccount(stack, 'Healthy'));
  const [own] = await makeTargets(healthy, stack, ['B-0']);
  const [property] = await makeProperties(healthy, [[]]);
  if (!own || property === undefined) throw new Error('There is nothing to publish.');
  await listInTurn(healthy, [property], [own]);
  const [listing] = (await healthy.get<{ data: Listing[] }>(`/listings?targetId=${own.id}`)).data;
  if (!listing) throw new Error('There is no listing.');
  // The first ones start what later ones use.
  await latencies(healthy, listing.id, samples / 5);
  const alone = await latencies(healthy, listing.id, samples);
  const servers = await eachOf(WAYS, 1, (way) => startHostileFtp(way));
  await misbehave(measured, servers);
  const beside = await latencies(healthy, listing.id, samples);
  const logins = servers.map((server) => server.connections());
  const pid = processesOf(stack, (name) => name === 'distribution').get('distribution');
  await eachOf(servers, 1, (server) => server.close());
  say(`Connections to the targets that misbehave: ${logins.join(', ')}`);
  if (pid !== undefined) say(`Most memory of distribution: ${peakMegabytes(pid).toFixed(0)} MB`);
  say('');
  const head = ['one publication of a healthy target', 'p50 ms', 'p99 ms', 'longest ms'];
  say(markdownTable([head, row('alone', alone), row('beside 12 targets that misbehave', beside)]));
  say('');
}

/** Lists the same properties on a target of each server, and waits until all of them are at work. */
async function misbehave({ api, stack }: Measured, servers: readonly HostileFtp[]): Promise<void> {
  const photos = await placePhotos(stack.filesUrl, 0, PHOTOS);
  const properties = await makeProperties(api, Array<string[]>(LISTINGS_A_TARGET).fill(photos));
  const targets = await eachOf(servers, 1, async ({ port }) => {
    const login = { username: 'agent', password: 'secret', providerNumber: `H-${String(port)}` };
    const credentials = { host: 'localhost', port, secure: false, ...login };
    return (await api.post<{ id: string }>('/targets', { type: 'immowelt', credentials })).id;
  });
  const orders = targets.flatMap((targetId) => properties.map((propertyId) => ({ propertyId, targetId })));
  await eachOf(orders, 4, (order) => api.post<Listing>('/listings', order));
  await until(() => servers.every((server) => server.connections() > 0));
}

/** Milliseconds from the order to publish until it was published, one after the other. */
async function latencies(api: ApiClient, listingId: string, samples: number): Promise<number[]> {
  const times: number[] = [];
  while (times.length < samples) {
    const startedAt = Date.now();
    await api.post(`/listings/${listingId}/retry`, {});
    await until(async () => {
      const { lastPublishedAt = '' } = await api.get<Listing>(`/listings/${listingId}`);
      const publishedAt = Date.parse(lastPublishedAt);
      if (!(publishedAt >= startedAt)) return false;
      times.push(publishedAt - startedAt);
      return true;
    });
  }
  return times;
}

async function until(isGood: () => boolean | Promise<boolean>): Promise<void> {
  const giveUpAt = Date.now() + PATIENCE_MS;
  while (!(await isGood())) {
    if (Date.now() > giveUpAt) throw new Error('The condition was not met in time.');
    await sleep(LOOK_EVERY_MS);
  }
}
