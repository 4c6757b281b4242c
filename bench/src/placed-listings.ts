import { setTimeout as sleep } from 'node:timers/promises';
import type { Contact, Listing, Property, Target } from '@estate/contracts';
import { DEMO_CONTACT } from '@estate/stack';
import type { ApiClient } from '@estate/stack';
import { Client } from 'basic-ftp';
import type { AccessOptions } from 'basic-ftp';
import { eachOf } from './each-of.ts';
import { sampleProperty } from './sample-property.ts';
import type { Measured } from './with-stack.ts';

const AT_ONCE = 8;
const PATIENCE_MS = 900_000;
const LOOK_EVERY_MS = 500;

/** A target whose listings are measured, and how to make it publish all of them again. */
export interface MeasuredTarget {
  id: string;
  input: { type: string; credentials: Record<string, unknown> };
}

/** Makes properties with these attachments and waits until they are processed. */
export async function makeProperties(
  api: ApiClient,
  attachments: readonly (readonly string[])[],
): Promise<string[]> {
  const contact = await api.post<Contact>('/contacts', DEMO_CONTACT);
  const ids = await eachOf(attachments, AT_ONCE, async (urls) => {
    const body = { ...sampleProperty, contactId: contact.id, attachments: urls.map((url) => ({ url })) };
    return (await api.post<Property>('/properties', body)).id;
  });
  await eachOf(ids, AT_ONCE, async (id) => {
    const { processingStatus } = await until(
      () => api.get<Property>(`/properties/${id}`),
      (property) => property.processingStatus !== 'pending',
    );
    if (processingStatus === 'failed') throw new Error(`The property ${id} could not be processed.`);
  });
  return ids;
}

/** Targets of the sandbox portal; its users are shared among them in turn, each target with a directory of its own. */
export function makeTargets(
  api: ApiClient,
  stack: Measured['stack'],
  names: readonly string[],
): Promise<MeasuredTarget[]> {
  return eachOf(names, 1, async (name) => {
    const user = stack.ftpUsers[names.indexOf(name) % stack.ftpUsers.length];
    const login = { username: user?.username ?? '', password: user?.password ?? '' };
    const place = { host: 'localhost', port: stack.ftpPort, secure: false };
    await makeDirectory({ ...place, user: login.username, password: login.password }, name);
    const credentials = { ...place, ...login, providerNumber: name, path: name };
    const input = { type: 'immowelt', credentials };
    return { id: (await api.post<Target>('/targets', input)).id, input };
  });
}

async function makeDirectory(access: AccessOptions, name: string): Promise<void> {
  const client = new Client();
  await client.access(access);
  await client.ensureDir(name);
  client.close();
}

/** Lists each property on the targets in turn and waits for the publications. */
export async function listInTurn(
  api: ApiClient,
  properties: readonly string[],
  targets: readonly MeasuredTarget[],
): Promise<void> {
  const orders = properties.map((propertyId, index) => ({
    propertyId,
    targetId: targets[index % targets.length]?.id ?? '',
  }));
  await eachOf(orders, AT_ONCE, (order) => api.post<Listing>('/listings', order));
  for (const { id } of targets) await lastPublication(api, id, 0);
}

/**
 * Makes everything on the targets due and returns the milliseconds until the last publication. The clock starts before
 * the first order, so all that runs in it is the work of the lanes.
 */
export async function republish(api: ApiClient, targets: readonly MeasuredTarget[]): Promise<number> {
  const startedAt = Date.now();
  await eachOf(targets, targets.length, ({ id, input }) => api.put(`/targets/${id}`, input));
  const ends = await eachOf(targets, 1, ({ id }) => lastPublication(api, id, startedAt));
  return Math.max(...ends) - startedAt;
}

/** When the last listing of a target was published, once all were published after that time. */
export async function lastPublication(api: ApiClient, targetId: string, after: number): Promise<number> {
  const times = await until(
    () => publicationTimes(api, targetId),
    (all) => all.every((at) => at > after),
  );
  return Math.max(...times);
}

async function publicationTimes(api: ApiClient, targetId: string): Promise<number[]> {
  const times: number[] = [];
  let startAfter = '';
  for (;;) {
    const query = `targetId=${targetId}&limit=100${startAfter && `&startAfter=${startAfter}`}`;
    const { data, hasMore } = await api.get<{ data: Listing[]; hasMore: boolean }>(`/listings?${query}`);
    for (const { id, lastError, lastPublishedAt } of data) {
      if (lastError) throw new Error(`The listing ${id} was not published: ${lastError.failureMessage}`);
      times.push(lastPublishedAt === undefined ? 0 : Date.parse(lastPublishedAt));
    }
    if (!hasMore) return times;
    startAfter = data.at(-1)?.id ?? '';
  }
}

async function until<T>(look: () => Promise<T>, good: (value: T) => boolean): Promise<T> {
  const giveUpAt = Date.now() + PATIENCE_MS;
  for (;;) {
    const value = await look();
    if (good(value)) return value;
    if (Date.now() > giveUpAt) throw new Error('The condition was not met in time.');
    await sleep(LOOK_EVERY_MS);
  }
}
