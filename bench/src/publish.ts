import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { eachOf } from './each-of.ts';
import { listInTurn, makeProperties, makeTargets, republish } from './placed-listings.ts';
import type { MeasuredTarget } from './placed-listings.ts';
import { withoutImports } from './hold-imports.ts';
import { packagesOf, uploadPlainly } from './plain/plain-uploads.ts';
import { recorded } from './profiles/recorded.ts';
import { cpuBetween, cpuTimes, peakMegabytes, untilQuiet } from './processes.ts';
import { markdownTable, say } from './report.ts';
import { placePhotos } from './sample-photos.ts';
import { processesOf, withStack } from './with-stack.ts';
import type { Measured } from './with-stack.ts';

const LISTINGS = 48;
const PHOTOS = 20;
const TARGETS = [1, 4, 16];
const ROUNDS = 3;
const HEAD = [
  ...['targets', 'photos from the', 'publications/s', 'plain uploads/s', 'ratio'],
  ...['checked uploads/s', 'ratio', 'package kB', 'peak MB'],
];

/** Where photos are read. */
const SOURCES = { directory: undefined, catalog: { distribution: { CATALOG_BYTES_DIRECTORY: '' } } };
type Source = keyof typeof SOURCES;

/**
 * Measures publishing packages of twenty photos beside plain uploads of the very same packages. The photos are read from the directory of
 * the byte store, or sent by the catalog with `--catalog`.
 */
export function measurePublish(): Promise<void> {
  const source = process.argv.includes('--catalog') ? 'catalog' : 'directory';
  const envOf = SOURCES[source];
  return withStack((measured) => measureSource(measured, source), envOf && { envOf });
}

async function measureSource(measured: Measured, source: Source): Promise<void> {
  const numbers = Array.from({ length: LISTINGS }, (_, index) => index);
  const photos = await eachOf(numbers, 4, (n) => placePhotos(measured.stack.filesUrl, n, PHOTOS));
  const properties = await makeProperties(measured.api, photos);
  say(`${String(LISTINGS)} properties with ${String(PHOTOS)} photos are processed`);
  const rows: string[][] = [];
  for (const count of TARGETS) rows.push(await scenario(measured, properties, { count, source }));
  say('');
  say(markdownTable([HEAD, ...rows]));
}

interface Scenario {
  /** Of targets. */
  count: number;
  source: Source;
}

async function scenario(
  measured: Measured,
  properties: readonly string[],
  { count, source }: Scenario,
): Promise<string[]> {
  const { api, stack } = measured;
  const names = Array.from({ length: count }, (_, index) => `A-${String(count)}-${String(index)}`);
  const targets = await makeTargets(api, stack, names);
  await listInTurn(api, properties, targets);
  const rounds: Round[] = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await measureRound(measured, targets, source));
  for (const { id } of targets) await removeListings(api, id);
  return rowOf({ count, source, rounds });
}

interface Round {
  published: number;
  plain: number;
  /** Plain uploads that are compared with what the portal has, as publications are. */
  checked: number;
  kilobytes: number;
  peakMb: number;
}

/** The two sides in turn, on a system that is quiet before each. */
async function measureRound(
  measured: Measured,
  targets: readonly MeasuredTarget[],
  source: Source,
): Promise<Round> {
  const { api, stack } = measured;
  const processes = processesOf(stack);
  await untilQuiet(processes);
  const known = new Set(await packagesOfAll(measured));
  const before = cpuTimes(processes);
  const piece = `publications with photos from the ${source} on ${String(targets.length)} targets`;
  const ms = await withoutImports(stack, () => recorded(piece, processes, () => republish(api, targets)));
  reportCpu('publication', cpuBetween(before, cpuTimes(processes)));
  await untilQuiet(processes);
  const packages = (await packagesOfAll(measured)).filter((path) => !known.has(path));
  if (packages.length !== LISTINGS) throw new Error(`${String(packages.length)} packages arrived.`);
  const plain = await measureUploads(measured, packages, { connections: targets.length, checked: false });
  const checked = await measureUploads(measured, packages, { connections: targets.length, checked: true });
  await takePackagesAway(measured);
  return {
    published: (LISTINGS * 1000) / ms,
    plain: (LISTINGS * 1000) / plain.ms,
    checked: (LISTINGS * 1000) / checked.ms,
    kilobytes: plain.meanBytes / 1000,
    peakMb: peakMegabytes(processes.get('distribution') ?? 0),
  };
}

async function measureUploads(
  { stack }: Measured,
  packages: readonly string[],
  how: { connections: number; checked: boolean },
): Promise<{ ms: number; meanBytes: number }> {
  const portal = processesOf(stack, (name) => name === 'ftp-portal');
  const before = cpuTimes(portal);
  const ownBefore = process.cpuUsage();
  const server = { port: stack.ftpPort, users: stack.ftpUsers, ...how };
  const uploaded = await withoutImports(stack, () => uploadPlainly(packages, server));
  const own = process.cpuUsage(ownBefore);
  const used = cpuBetween(before, cpuTimes(portal)).set('script', (own.user + own.system) / 1000);
  reportCpu(how.checked ? 'checked upload' : 'plain upload', used);
  await untilQuiet(processesOf(stack));
  return uploaded;
}

function reportCpu(piece: string, used: ReadonlyMap<string, number>): void {
  const busy = [...used].filter(([, ms]) => ms > 0);
  say(`CPU ms/${piece}: ${busy.map(([name, ms]) => `${name} ${(ms / LISTINGS).toFixed(1)}`).join(', ')}`);
}

/** A portal removes what it has imported, so that a session finds no long directory. */
async function takePackagesAway({ dataDirectory, stack }: Measured): Promise<void> {
  for (const { username } of stack.ftpUsers) {
    const inbox = join(dataDirectory, 'ftp-portal', username, 'ftp');
    const entries = await readdir(inbox, { withFileTypes: true });
    for (const entry of entries) if (entry.isFile()) await rm(join(inbox, entry.name));
  }
}

/** Of several rounds the means. */
function rowOf({ count, source, rounds }: Scenario & { rounds: readonly Round[] }): string[] {
  const mean = (pick: (round: Round) => number) =>
    rounds.reduce((sum, round) => sum + pick(round), 0) / rounds.length;
  const published = mean((round) => round.published);
  const plain = mean((round) => round.plain);
  const checked = mean((round) => round.checked);
  return [
    String(count),
    source,
    published.toFixed(1),
    plain.toFixed(1),
    (published / plain).toFixed(2),
    checked.toFixed(1),
    (published / checked).toFixed(2),
    mean((round) => round.kilobytes).toFixed(0),
    Math.max(...rounds.map(({ peakMb }) => peakMb)).toFixed(0),
  ];
}

async function removeListings(api: Measured['api'], targetId: string): Promise<void> {
  const { data } = await api.get<{ data: { id: string }[] }>(`/listings?targetId=${targetId}&limit=100`);
  await eachOf(data, 4, ({ id }) => api.delete(`/listings/${id}`));
}

async function packagesOfAll({ dataDirectory, stack }: Measured): Promise<string[]> {
  const portal = join(dataDirectory, 'ftp-portal');
  const all = await Promise.all(stack.ftpUsers.map(({ username }) => packagesOf(portal, username)));
  return all.flat();
}
