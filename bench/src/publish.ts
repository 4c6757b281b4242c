import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Contact, Listing, Property, Target } from '@estate/contracts';
import { eachOf } from './each-of.ts';
import { packagesOf, uploadPlainly } from './plain-uploads.ts';
import { cpuBetween, cpuTimes, untilQuiet } from './processes.ts';
import { markdownTable, say } from './report.ts';
import { placePhotos } from './sample-photos.ts';
import { sampleContact, sampleProperty } from './sample-property.ts';
import { processesOf, withStack } from './with-stack.ts';
import type { Measured } from './with-stack.ts';

const LISTINGS = 200;
const SCENARIOS = [1, 4];
const AT_ONCE = 8;
const PATIENCE_MS = 300_000;

interface Publishing {
  perSecond: number;
  /** Milliseconds of processor time a publication took, by process. */
  cpu: Map<string, number>;
}

/** Measures publishing to the sandbox portal beside plain uploads of the very same packages. */
export function measurePublish(): Promise<void> {
  return withStack(async (measured) => {
    const rows: string[][] = [];
    for (const [turn, targets] of SCENARIOS.entries()) {
      const properties = await makeProperties(measured, turn * LISTINGS);
      await untilQuiet(processesOf(measured.stack));
      const known = new Set(await packagesOfAll(measured));
      const published = await publish(measured, properties, targets);
      await untilQuiet(processesOf(measured.stack));
      const packages = (await packagesOfAll(measured)).filter((path) => !known.has(path));
      const plain = await uploadToLastUser(measured, packages);
      rows.push(rowOf(targets, published, plain));
      say(
        `CPU ms/publication: ${[...published.cpu].map(([name, ms]) => `${name} ${ms.toFixed(1)}`).join(', ')}`,
      );
    }
    say('');
    say(markdownTable([['targets', 'publications/s', 'plain uploads/s', 'ratio', 'package kB'], ...rows]));
  });
}

const rowOf = (targets: number, published: Publishing, plain: { perSecond: number; kilobytes: number }) => [
  String(targets),
  published.perSecond.toFixed(1),
  plain.perSecond.toFixed(1),
  (published.perSecond / plain.perSecond).toFixed(2),
  plain.kilobytes.toFixed(0),
];

/** Properties with three photos each, processed. */
async function makeProperties({ api, stack }: Measured, first: number): Promise<string[]> {
  const contact = await api.post<Contact>('/contacts', sampleContact);
  const numbers = Array.from({ length: LISTINGS }, (_, index) => first + index);
  const ids = await eachOf(numbers, AT_ONCE, async (number) => {
    const urls = await placePhotos(stack.filesUrl, number);
    const attachments = urls.map((url, index) => ({ url, title: `Foto ${String(index + 1)}` }));
    const body = { ...sampleProperty, contactId: contact.id, attachments };
    return (await api.post<Property>('/properties', body)).id;
  });
  await eachOf(ids, AT_ONCE, async (id) => {
    const property = await until(
      () => api.get<Property>(`/properties/${id}`),
      ({ processingStatus }) => processingStatus !== 'pending',
    );
    if (property.processingStatus === 'failed') throw new Error(`The property ${id} could not be processed.`);
  });
  say(`${String(ids.length)} properties are processed`);
  return ids;
}

/** The clock runs from the first order to the last publication. */
async function publish(
  { api, stack }: Measured,
  properties: readonly string[],
  count: number,
): Promise<Publishing> {
  const users = stack.ftpUsers.slice(0, count);
  const targets = await eachOf(users, 1, ({ username, password }) =>
    api.post<Target>('/targets', {
      type: 'immowelt',
      credentials: {
        host: 'localhost',
        port: stack.ftpPort,
        username,
        password,
        providerNumber: `A-${String(count)}-${username}`,
        secure: false,
      },
    }),
  );
  const processes = processesOf(stack);
  const before = cpuTimes(processes);
  const startedAt = Date.now();
  const orders = properties.map((propertyId, index) => ({
    propertyId,
    targetId: targets[index % count]?.id ?? '',
  }));
  const listings = await eachOf(orders, AT_ONCE, (order) => api.post<Listing>('/listings', order));
  const orderedAt = Date.now();
  const times = await eachOf(listings, 1, ({ id }) => publishedAt(api, id));
  const lastAt = Math.max(...times);
  const used = cpuBetween(before, cpuTimes(processes));
  say(
    `${String(count)} target(s): ordered in ${String(orderedAt - startedAt)} ms, all published after ${String(lastAt - startedAt)} ms`,
  );
  return {
    perSecond: (properties.length * 1000) / (lastAt - startedAt),
    cpu: new Map([...used].map(([name, ms]) => [name, ms / properties.length])),
  };
}

async function publishedAt(api: Measured['api'], id: string): Promise<number> {
  const listing = await until(
    () => api.get<Listing>(`/listings/${id}`),
    ({ published, lastError }) => published || lastError !== undefined,
  );
  if (!listing.published || listing.lastPublishedAt === undefined) {
    throw new Error(`The listing ${id} was not published: ${JSON.stringify(listing.lastError)}`);
  }
  return Date.parse(listing.lastPublishedAt);
}

async function until<T>(look: () => Promise<T>, good: (value: T) => boolean): Promise<T> {
  const giveUpAt = Date.now() + PATIENCE_MS;
  for (;;) {
    const value = await look();
    if (good(value)) return value;
    if (Date.now() > giveUpAt) throw new Error(`Gave up waiting at ${JSON.stringify(value)}`);
    await sleep(250);
  }
}

const portalDirectory = ({ dataDirectory }: Measured) => join(dataDirectory, 'ftp-portal');

async function packagesOfAll(measured: Measured): Promise<string[]> {
  const users = measured.stack.ftpUsers.map(({ username }) => username);
  return (await Promise.all(users.map((user) => packagesOf(portalDirectory(measured), user)))).flat();
}

async function uploadToLastUser({ stack }: Measured, packages: readonly string[]) {
  const user = stack.ftpUsers.at(-1);
  if (!user) throw new Error('The portal has no users.');
  if (packages.length !== LISTINGS) throw new Error(`${String(packages.length)} packages arrived.`);
  const { username, password } = user;
  const { ms, meanBytes } = await uploadPlainly(packages, { port: stack.ftpPort, user: username, password });
  return { perSecond: (packages.length * 1000) / ms, kilobytes: meanBytes / 1000 };
}
