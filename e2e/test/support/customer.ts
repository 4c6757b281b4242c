import { setTimeout as pause } from 'node:timers/promises';
import type { EventEnvelope, Listing, Page, Property, Target } from '@estate/contracts';
import { ApiRefusal } from '@estate/stack';
import type { ApiClient, Stack } from '@estate/stack';
import { propertyInput, targetInput } from './data.ts';

const REPEAT_AFTER_MS = 200;
const PATIENCE_MS = 90_000;

const codeOf = (refusal: ApiRefusal): unknown => (refusal.body as { code?: unknown }).code;

/** 409 while the previous order, whose connection was lost, is neither finished nor abandoned. */
const isForNow = (refusal: ApiRefusal): boolean =>
  refusal.status === 503 || codeOf(refusal) === 'listing-in-the-making';

/** A customer who retries whatever failed because the service was unavailable; `done` are refusals that mean it was done before. */
export async function insist<T>(
  work: () => Promise<T>,
  done: readonly string[] = [],
): Promise<T | undefined> {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const refused = error instanceof ApiRefusal && !isForNow(error);
      if (refused && done.includes(String(codeOf(error)))) return undefined;
      if (refused || Date.now() > end) throw error;
      await pause(REPEAT_AFTER_MS);
    }
  }
}

/** Works on all items, `width` at a time. */
export async function inParallel<T>(items: readonly T[], width: number, work: (item: T) => Promise<unknown>) {
  const queue = [...items];
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: width }, worker));
}

/** Every resource of a list, page by page. */
export async function everything<T>(api: ApiClient, path: string, idOf: (one: T) => string): Promise<T[]> {
  const all: T[] = [];
  for (;;) {
    const last = all.at(-1);
    const after = last === undefined ? '' : `&startAfter=${idOf(last)}`;
    const page = await insist(() => api.get<Page<T>>(`${path}?limit=100${after}`));
    all.push(...(page?.data ?? []));
    if (page?.hasMore !== true) return all;
  }
}

export const allProperties = (api: ApiClient) => everything<Property>(api, '/properties', ({ id }) => id);
export const allListings = (api: ApiClient) => everything<Listing>(api, '/listings', ({ id }) => id);
export const allEvents = (api: ApiClient) =>
  everything<EventEnvelope>(api, '/events', ({ eventId }) => eventId);

export const numbers = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `P-${String(index + 1).padStart(3, '0')}`);

/** The input of a property of a portfolio in its first or its last state. */
export const portfolioProperty = (stack: Stack, externalId: string, state: 'first' | 'last') =>
  propertyInput({
    externalId,
    title: titleOf(externalId, state),
    attachments: [{ url: `${stack.filesUrl}/photos/facade.jpg` }],
  });

export const titleOf = (externalId: string, state: 'first' | 'last'): string => `${externalId} ${state}`;

/** Four targets, one for each user of the portal. */
export async function createTargets(api: ApiClient, stack: Stack): Promise<Target[]> {
  const inputs = stack.ftpUsers.map((_user, index) => targetInput(stack, index));
  return Promise.all(inputs.map((input) => api.post<Target>('/targets', input)));
}

interface Portfolio {
  api: ApiClient;
  stack: Stack;
  externalIds: readonly string[];
  targets: readonly Target[];
}

/** Creates every property and lists it on every target, whatever is unavailable meanwhile; an order that came through counts. */
export async function createPortfolio({ api, stack, externalIds, targets }: Portfolio): Promise<void> {
  await inParallel(externalIds, 4, (externalId) =>
    insist(
      () => api.post('/properties', portfolioProperty(stack, externalId, 'first')),
      ['external-id-taken'],
    ),
  );
  const pairs = (await allProperties(api)).flatMap(({ id }) =>
    targets.map((target) => ({ propertyId: id, targetId: target.id })),
  );
  await inParallel(pairs, 8, (pair) => insist(() => api.post('/listings', pair), ['listing-exists']));
}

/** Gives every property its last title. */
export async function updatePortfolio({ api, stack }: Pick<Portfolio, 'api' | 'stack'>): Promise<void> {
  await inParallel(await allProperties(api), 4, ({ id, externalId }) =>
    insist(() => api.put(`/properties/${id}`, portfolioProperty(stack, externalId, 'last'))),
  );
}
