import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Contact, Listing, Property } from '@estate/contracts';
import { DEMO_CONTACT } from '@estate/stack';
import { eachOf } from './each-of.ts';
import { lastPublication, makeTargets } from './placed-listings.ts';
import type { MeasuredTarget } from './placed-listings.ts';
import { withoutImports } from './hold-imports.ts';
import { forkScript } from './plain/forked-script.ts';
import type { PortalOrder } from './plain/portal-order.ts';
import { packagesOf } from './plain/plain-uploads.ts';
import { readPackage } from './plain/read-package.ts';
import { recorded } from './profiles/recorded.ts';
import { cpuBetween, cpuTimes, sum, untilQuiet } from './processes.ts';
import { markdownTable, median, say } from './report.ts';
import { placePhotos } from './sample-photos.ts';
import { sampleProperty } from './sample-property.ts';
import { processesOf, withStack } from './with-stack.ts';
import type { Measured } from './with-stack.ts';

const PROPERTIES = 32;
const PHOTOS = 20;
const TARGETS = [1, 4, 16];
const ROUNDS = 3;
const AT_ONCE = 8;

interface Side {
  perSecond: number;
  /** Milliseconds of processor time a property took, by process. */
  cpu: Map<string, number>;
}

interface Round {
  ours: Side;
  script: Side;
}

/** Measures from `POST /properties` with new photos to the package on the portal, beside a script that does the same. */
export function measurePropertyToPortal(): Promise<void> {
  return withStack(async (measured) => {
    const { id: contactId } = await measured.api.post<Contact>('/contacts', DEMO_CONTACT);
    const rows: string[][] = [];
    let placed = 0;
    for (const count of TARGETS) {
      const rounds: Round[] = [];
      for (let round = 0; round <= ROUNDS; round += 1) {
        const numbers = Array.from({ length: PROPERTIES }, () => (placed += 1));
        const photos = await eachOf(numbers, 4, (n) => placePhotos(measured.stack.filesUrl, n, PHOTOS));
        const names = Array.from({ length: count }, (_, index) => `P-${[count, round, index].join('-')}`);
        const targets = await makeTargets(measured.api, measured.stack, names);
        const measuredRound = await measureRound(measured, targets, { photos, contactId });
        // The first round warms both sides up.
        if (round > 0) rounds.push(measuredRound);
      }
      rows.push(rowOf(count, rounds));
    }
    say('');
    say(
      markdownTable([
        ['targets', 'properties/s', 'script/s', 'ratio', 'CPU ms', 'CPU ms of the script'],
        ...rows,
      ]),
    );
  });
}

async function measureRound(
  measured: Measured,
  targets: readonly MeasuredTarget[],
  { photos, contactId }: Published,
): Promise<Round> {
  const processes = processesOf(measured.stack);
  await untilQuiet(processes);
  const known = new Set(await packagesOfAll(measured));
  const piece = `properties to ${String(targets.length)} portals`;
  const ours = await withoutImports(measured.stack, () =>
    recorded(piece, processes, () => publishAll(measured, targets, { photos, contactId })),
  );
  await untilQuiet(processes);
  const arrived = (await packagesOfAll(measured)).filter((path) => !known.has(path));
  if (arrived.length !== PROPERTIES) throw new Error(`${String(arrived.length)} packages arrived.`);
  const packages = await Promise.all(
    arrived.map(async (path, index) => {
      const { document, names } = await readPackage(path);
      const urls = photos[index] ?? [];
      if (names.length !== urls.length) throw new Error(`${path} has ${String(names.length)} photos.`);
      return { document, photos: urls.map((url, at) => ({ url, name: names[at] ?? '' })) };
    }),
  );
  const { ftpPort: port, ftpUsers: users } = measured.stack;
  const order = { packages, connections: targets.length, port, users };
  const script = await withoutImports(measured.stack, () => runScript(measured, order));
  report({ ours, script });
  return { ours, script };
}

interface Published {
  photos: readonly string[][];
  contactId: string;
}

/** Creates the properties, lists them on the targets in turn, and waits for the last publication. */
async function publishAll(
  measured: Measured,
  targets: readonly MeasuredTarget[],
  { photos, contactId }: Published,
): Promise<Side> {
  const processes = processesOf(measured.stack);
  const before = cpuTimes(processes);
  const startedAt = Date.now();
  await eachOf([...photos.entries()], AT_ONCE, async ([index, urls]) => {
    const attachments = urls.map((url) => ({ url }));
    const property = await measured.api.post<Property>('/properties', {
      ...sampleProperty,
      contactId,
      attachments,
    });
    const targetId = targets[index % targets.length]?.id;
    await measured.api.post<Listing>('/listings', { propertyId: property.id, targetId });
  });
  const ends = await eachOf(targets, 1, ({ id }) => lastPublication(measured.api, id, startedAt));
  return sideOf(Math.max(...ends) - startedAt, cpuBetween(before, cpuTimes(processes)));
}

const sideOf = (ms: number, cpu: Map<string, number>): Side => ({
  perSecond: (PROPERTIES * 1000) / ms,
  cpu: new Map([...cpu].map(([name, used]) => [name, used / PROPERTIES])),
});

/** The script in a process of its own; its portal and file server are those of the system. */
async function runScript({ stack }: Measured, order: PortalOrder): Promise<Side> {
  const script = await forkScript<PortalOrder, { ms: number }>('portal-script.ts');
  const sandbox = [...processesOf(stack)].filter(([name]) => ['ftp-portal', 'file-server'].includes(name));
  const processes = new Map([...sandbox, ['script', script.pid] as const]);
  const before = cpuTimes(processes);
  const { ms } = await script.run(order);
  const cpu = cpuBetween(before, cpuTimes(processes));
  script.stop();
  return sideOf(ms, cpu);
}

async function packagesOfAll({ dataDirectory, stack }: Measured): Promise<string[]> {
  const portal = join(dataDirectory, 'ftp-portal');
  const users = await readdir(portal, { withFileTypes: true });
  const known = new Set(stack.ftpUsers.map(({ username }) => username));
  const all = users.filter(({ name }) => known.has(name)).map(({ name }) => packagesOf(portal, name));
  return (await Promise.all(all)).flat();
}

function report({ ours, script }: Round): void {
  const parts = ({ cpu }: Side) => [...cpu].map(([name, ms]) => `${name} ${ms.toFixed(0)}`).join(', ');
  say(`ours ${ours.perSecond.toFixed(2)}/s; CPU ms a property: ${parts(ours)}`);
  say(`script ${script.perSecond.toFixed(2)}/s; CPU ms a property: ${parts(script)}`);
}

function rowOf(count: number, rounds: readonly Round[]): string[] {
  const cpu = (side: 'ours' | 'script') =>
    median(rounds.map((round) => sum(round[side].cpu.values()))).toFixed(0);
  const rate = (side: 'ours' | 'script') => median(rounds.map((round) => round[side].perSecond)).toFixed(2);
  const ratio = median(rounds.map(({ ours, script }) => ours.perSecond / script.perSecond));
  return [String(count), rate('ours'), rate('script'), ratio.toFixed(2), cpu('ours'), cpu('script')];
}
