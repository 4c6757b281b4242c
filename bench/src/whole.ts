import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Contact, Listing, Property, WebhookWithKey } from '@estate/contracts';
import { DEMO_CONTACT } from '@estate/stack';
import { startCountingReceiver } from './counting-receiver.ts';
import type { CountingReceiver } from './counting-receiver.ts';
import { eachOf } from './each-of.ts';
import { withoutImports } from './hold-imports.ts';
import { lastPublication, makeTargets } from './placed-listings.ts';
import type { MeasuredTarget } from './placed-listings.ts';
import { forkScript } from './plain/forked-script.ts';
import { packagesOf } from './plain/plain-uploads.ts';
import type { PlainPackage, PortalOrder } from './plain/portal-order.ts';
import { readPackage } from './plain/read-package.ts';
import { cpuBetween, cpuTimes, sum, untilQuiet } from './processes.ts';
import { markdownTable, say } from './report.ts';
import { placePhotos } from './sample-photos.ts';
import { sampleProperty } from './sample-property.ts';
import { processesOf, withStack } from './with-stack.ts';
import type { Measured } from './with-stack.ts';

const PORTALS = ['Whole-0', 'Whole-1', 'Whole-2', 'Whole-3'];
const AT_ONCE = 8;
const LOOK_MS = 100;
/** What serves and receives is the same on both sides. */
const OUTSIDE = ['ftp-portal', 'file-server'];

interface Side {
  seconds: number;
  cpuSeconds: number;
}

/**
 * Measures the whole job: from the first `POST /properties` until every property is on four portals and the customer knows it, beside what
 * an agency does without the system, which is one script per portal that uploads one object after the other and calls a webhook.
 */
export function measureWhole(): Promise<void> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: {
      properties: { type: 'string', default: '1000' },
      photos: { type: 'string', default: '5' },
    },
  });
  return withStack((measured) => measure(measured, Number(values.properties), Number(values.photos)));
}

async function measure(measured: Measured, properties: number, photosEach: number): Promise<void> {
  const { api, stack } = measured;
  const receiver = await startCountingReceiver();
  const events = ['publication.succeeded'];
  await api.post<WebhookWithKey>('/webhooks', { url: receiver.url, events });
  const { id: contactId } = await api.post<Contact>('/contacts', DEMO_CONTACT);
  const targets = await makeTargets(api, stack, PORTALS);
  const numbers = Array.from({ length: properties }, (_, index) => index);
  const photos = await eachOf(numbers, 4, (number) => placePhotos(stack.filesUrl, number, photosEach));
  await untilQuiet(processesOf(stack));
  const ours = await withoutImports(stack, () =>
    publishAll(measured, { photos, contactId, targets, receiver }),
  );
  await untilQuiet(processesOf(stack));
  const packages = await packagesWith(measured, photos);
  const script = await withoutImports(stack, () => runScripts(measured, { packages, receiver }));
  receiver.close();
  const row = (name: string, { seconds, cpuSeconds }: Side) => [
    ...[
      name,
      seconds.toFixed(0),
      ((properties * PORTALS.length) / seconds).toFixed(1),
      cpuSeconds.toFixed(0),
    ],
    (script.seconds / seconds).toFixed(2),
  ];
  say(
    `${String(properties)} properties with ${String(photosEach)} photos on ${String(PORTALS.length)} portals`,
  );
  say('');
  const head = ['', 'seconds until all are on all portals', 'publications/s', 'CPU s', 'ratio'];
  say(markdownTable([head, row('system', ours), row('scripts', script)]));
}

interface Job {
  photos: readonly string[][];
  contactId: string;
  targets: readonly MeasuredTarget[];
  receiver: CountingReceiver;
}

async function publishAll(
  { api, stack }: Measured,
  { photos, contactId, targets, receiver }: Job,
): Promise<Side> {
  const processes = processesOf(stack);
  const known = receiver.count;
  return timed(processes, async (startedAt) => {
    await eachOf(photos, AT_ONCE, async (urls) => {
      const attachments = urls.map((url) => ({ url }));
      const body = { ...sampleProperty, contactId, attachments };
      const { id: propertyId } = await api.post<Property>('/properties', body);
      for (const { id: targetId } of targets) await api.post<Listing>('/listings', { propertyId, targetId });
    });
    for (const { id } of targets) await lastPublication(api, id, startedAt);
    while (receiver.count - known < photos.length * targets.length) await sleep(LOOK_MS);
  });
}

/** One script per portal; each goes through all properties, as one that a clock starts does. */
async function runScripts(
  { stack }: Measured,
  { packages, receiver }: { packages: PlainPackage[]; receiver: CountingReceiver },
): Promise<Side> {
  const scripts = await eachOf(PORTALS, 1, () => forkScript<PortalOrder, unknown>('portal-script.ts'));
  const pids = scripts.map(({ pid }, index) => [`script ${String(index)}`, pid] as const);
  const processes = new Map([...processesOf(stack, (name) => OUTSIDE.includes(name)), ...pids]);
  const side = await timed(processes, () =>
    eachOf([...scripts.entries()], scripts.length, ([index, script]) => {
      const users = [stack.ftpUsers[index % stack.ftpUsers.length]].filter((user) => user !== undefined);
      return script.run({ packages, connections: 1, port: stack.ftpPort, users, webhookUrl: receiver.url });
    }),
  );
  for (const script of scripts) script.stop();
  return side;
}

async function timed(
  processes: ReadonlyMap<string, number>,
  work: (startedAt: number) => Promise<unknown>,
): Promise<Side> {
  const before = cpuTimes(processes);
  const startedAt = Date.now();
  await work(startedAt);
  const seconds = (Date.now() - startedAt) / 1000;
  return { seconds, cpuSeconds: sum(cpuBetween(before, cpuTimes(processes)).values()) / 1000 };
}

/** A document for the photos of each property: the scripts do not write any. */
async function packagesWith(
  { dataDirectory, stack }: Measured,
  photos: readonly string[][],
): Promise<PlainPackage[]> {
  const portal = join(dataDirectory, 'ftp-portal');
  const users = new Set(await readdir(portal));
  const used = stack.ftpUsers.filter(({ username }) => users.has(username));
  const arrived = (await Promise.all(used.map(({ username }) => packagesOf(portal, username)))).flat();
  if (arrived.length < photos.length * PORTALS.length)
    throw new Error(`Only ${String(arrived.length)} packages have arrived.`);
  return eachOf(photos, AT_ONCE, async (urls) => {
    const { document, names } = await readPackage(arrived[photos.indexOf(urls)] ?? '');
    if (names.length !== urls.length) throw new Error(`A package has ${String(names.length)} photos.`);
    return { document, photos: urls.map((url, at) => ({ url, name: names[at] ?? '' })) };
  });
}
