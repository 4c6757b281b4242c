import type { Job, JobItem, Page, Property, Target } from '@estate/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contactInput, propertyInput, targetInput } from './support/data.ts';
import { sandboxOf } from './support/sandbox.ts';
import type { Sandbox } from './support/sandbox.ts';
import { until } from './support/until.ts';
import { START_TIMEOUT_MS, ownWorld } from './support/world.ts';
import type { CustomerAccount, OwnWorld } from './support/world.ts';

const PROPERTIES = 60;

let world: OwnWorld;
let sandbox: Sandbox;
let customer: CustomerAccount;

beforeAll(async () => {
  world = await ownWorld('services are killed');
  sandbox = sandboxOf(world.stack);
  customer = await world.account('Many');
}, START_TIMEOUT_MS);
afterAll(() => world.close());

const jobOf = (id: string) =>
  until({
    what: 'the job to end',
    look: () => customer.api.get<Job>(`/jobs/${id}`).catch(() => undefined),
    good: (job) => job?.state === 'finished',
  });

/** The service crashes and is started again. */
async function crash(name: 'api-gateway' | 'distribution'): Promise<void> {
  const child = world.stack.children.get(name);
  await child?.kill();
  await child?.start();
}

it('60 properties are published on a second target by one job, each once, although the gateway and distribution crash', async () => {
  const { api } = customer;
  const { id: contactId } = await api.post<{ id: string }>('/contacts', contactInput);
  const [first, second] = await Promise.all(
    [0, 1].map((user) => api.post<Target>('/targets', targetInput(world.stack, user))),
  );
  const numbers: string[] = [];
  for (let made = 0; made < PROPERTIES; made += 1) {
    const externalId = `MANY-${String(made)}`;
    await api.post<Property>('/properties', propertyInput({ externalId, contactId }));
    numbers.push(externalId);
  }
  const ask = (targetId: string | undefined) =>
    api.post<Job>('/jobs', { action: 'publish', filter: { q: 'maisonette' }, targetIds: [targetId] });
  await jobOf((await ask(first?.id)).id);

  const { id } = await ask(second?.id);
  await until({
    what: 'the job to be under way',
    look: () => api.get<Job>(`/jobs/${id}`),
    good: ({ counts }) => counts.succeeded > 0,
  });
  await Promise.all([crash('api-gateway'), crash('distribution')]);
  const job = await jobOf(id);
  expect(job?.counts).toEqual({
    ...{ items: PROPERTIES, succeeded: PROPERTIES },
    ...{ pending: 0, skipped: 0, failed: 0, cancelled: 0 },
  });
  const items = await api.get<Page<JobItem>>(`/jobs/${id}/items?limit=100`);
  const listingIds = items.data.flatMap((item) => item.listingIds ?? []);
  expect(new Set(listingIds).size).toBe(PROPERTIES);

  const user = world.stack.ftpUsers[1]?.username ?? '';
  const shown = await until({
    what: 'the portal to show every property',
    look: () => sandbox.objects(user),
    good: (objects) => objects.length >= PROPERTIES,
  });
  expect(shown.map(({ number }) => number).toSorted()).toEqual(numbers.toSorted());
  const listings = await api.get<Page<unknown> & { count: number }>(
    `/listings?targetId=${second?.id ?? ''}&count=true`,
  );
  expect(listings.count).toBe(PROPERTIES);
});
