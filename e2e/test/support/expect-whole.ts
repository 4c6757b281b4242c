import type { ApiClient, Stack } from '@estate/stack';
import { expect } from 'vitest';
import { allEvents, allListings, allProperties, titleOf } from './customer.ts';
import { expectFilesOfCatalog } from './photos.ts';
import { sandboxOf } from './sandbox.ts';
import type { PortalObject } from './sandbox.ts';
import { until } from './until.ts';

export interface Whole {
  api: ApiClient;
  stack: Stack;
  hook: string;
  externalIds: readonly string[];
  logs: string;
}

const TIMEOUT_MS = 150_000;

/** True once every object has its last title on every user's account. */
function isLast(objects: readonly PortalObject[], count: number): boolean {
  return objects.length === count && objects.every(({ number, title }) => title === titleOf(number, 'last'));
}

/** Waits until the portal shows the last state of everything, then checks that nothing was lost, doubled or left behind. */
export async function expectWhole({ api, stack, hook, externalIds, logs }: Whole): Promise<void> {
  const sandbox = sandboxOf(stack);
  const count = externalIds.length * stack.ftpUsers.length;
  await until({
    what: `every object in its last state (logs: ${logs})`,
    look: async () =>
      (await sandbox.objects()).map((object) => ({ ...object, fields: undefined, media: [] })),
    good: (objects) => isLast(objects, count),
    timeoutMs: TIMEOUT_MS,
  });
  const listings = await until({
    what: `every listing to be published without an error (logs: ${logs})`,
    look: () => allListings(api),
    good: (all) => all.length === count && all.every((one) => one.published && one.lastError === undefined),
    timeoutMs: TIMEOUT_MS,
  });
  for (const { username } of stack.ftpUsers) {
    const shown = (await sandbox.objects(username)).map(({ number }) => number).sort();
    expect(shown, `objects of ${username}`).toEqual([...externalIds].sort());
  }
  expect((await sandbox.packages()).filter(({ verdict }) => verdict !== 'accepted')).toEqual([]);
  expect(await expectFilesOfCatalog(stack)).toBeGreaterThan(0);
  expect((await allProperties(api)).filter((one) => one.processingStatus !== 'successful')).toEqual([]);
  await expectEvents({ api, stack, hook, logs }, new Set(listings.map(({ id }) => id)));
}

/** Every event of the account reached the receiver, among them a success for each listing; all with a valid signature. */
async function expectEvents(
  { api, stack, hook, logs }: Omit<Whole, 'externalIds'>,
  listingIds: ReadonlySet<string>,
): Promise<void> {
  const sandbox = sandboxOf(stack);
  await until({
    what: `the events of the account and those received to be the same (logs: ${logs})`,
    look: async () => {
      const told = new Set((await allEvents(api)).map(({ eventId }) => eventId));
      const received = new Set((await sandbox.events(hook)).map(({ eventId }) => eventId));
      const happened = (await sandbox.events(hook)).filter(
        (one) => one.eventName === 'publication.succeeded',
      );
      const succeeded = new Set(happened.map(({ eventPayload }) => String(eventPayload['listingId'])));
      return {
        lost: [...told].filter((id) => !received.has(id)),
        invented: [...received].filter((id) => !told.has(id)),
        untold: [...listingIds].filter((id) => !succeeded.has(id)),
      };
    },
    good: ({ lost, invented, untold }) => lost.length + invented.length + untold.length === 0,
    timeoutMs: TIMEOUT_MS,
  });
  const deliveries = await sandbox.deliveries(hook);
  expect(deliveries.filter(({ signature }) => signature !== 'valid')).toEqual([]);
}
