import type { Listing, Property, Target } from '@estate/contracts';
import { ApiRefusal, apiClient } from '@estate/stack';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { propertyInput, targetInput } from './support/data.ts';
import { documentedFetch } from './support/documented-answers.ts';
import { sandboxOf } from './support/sandbox.ts';
import type { Sandbox } from './support/sandbox.ts';
import { until } from './support/until.ts';
import { START_TIMEOUT_MS, sharedWorld } from './support/world.ts';
import type { CustomerAccount, World } from './support/world.ts';

const HOOK = 'pauses';
const USER = 0;
let world: World;
let sandbox: Sandbox;
let customer: CustomerAccount;

beforeAll(async () => {
  world = await sharedWorld();
  sandbox = sandboxOf(world.stack);
  customer = await world.account('Pausing');
  await sandbox.hook(customer.api, HOOK, ['target.failing', 'target.paused', 'publication.succeeded']);
}, START_TIMEOUT_MS);
afterAll(() => world.close());

const username = () => world.stack.ftpUsers[USER]?.username ?? '';
const create = async (externalId: string, targetId: string) => {
  const property = await customer.api.post<Property>('/properties', propertyInput({ externalId }));
  return customer.api.post<Listing>('/listings', { propertyId: property.id, targetId });
};
const shown = async () => (await sandbox.objects(username())).map(({ number }) => number);
const eventsAbout = async (targetId: string) =>
  (await sandbox.events(HOOK)).filter(({ eventPayload }) => eventPayload['targetId'] === targetId);
const refusalOf = (asked: Promise<unknown>) =>
  asked.then(
    () => undefined,
    (error: unknown) => (error instanceof ApiRefusal ? { status: error.status, body: error.body } : error),
  );

describe('a target that its customer pauses', () => {
  it('a target waits while it is paused, says so everywhere, and publishes what waited when it is resumed', async () => {
    const { api } = customer;
    const input = { ...targetInput(world.stack, USER), name: 'Munich office' };
    const target = await api.post<Target>('/targets', input);
    const { id, emailId } = target;
    expect(target).toMatchObject({
      name: 'Munich office',
      requestAddress: `${emailId}@${world.stack.inboxDomain}`,
    });
    const first = await create('PAUSE-1', id);
    await until({ what: 'the publication', look: shown, good: (numbers) => numbers.length === 1 });

    const paused = await api.post<Target>(`/targets/${id}/pause`, { reason: 'Relaunch' });
    expect(paused.paused).toMatchObject({ by: 'customer', reason: 'Relaunch', actor: { kind: 'api_key' } });
    const waiting = await create('PAUSE-2', id);
    const deleted = await api.delete<Listing>(`/listings/${first.id}`);
    for (const { paused: pause } of [waiting, deleted]) {
      expect(pause?.message).toMatch(/paused since \d{4}-\d\d-\d\d \d\d:\d\d UTC by the API key ".+"/);
    }
    // Another target of the account is published meanwhile, so the lanes have looked since.
    const other = await api.post<Target>('/targets', targetInput(world.stack, USER + 1));
    const elsewhere = await create('PAUSE-3', other.id);
    await until({
      what: 'the publication on another target',
      look: () => api.get<Listing>(`/listings/${elsewhere.id}`),
      good: ({ published }) => published,
    });
    expect(await shown()).toEqual(['PAUSE-1']);

    const operator = apiClient(world.stack.apiUrl, world.stack.operatorToken, documentedFetch);
    await operator.post(`/admin/lanes/${id}/pause`, undefined);
    expect(await api.post<Target>(`/targets/${id}/resume`, undefined)).toMatchObject({
      paused: { by: 'operator' },
    });
    expect(await refusalOf(api.post(`/targets/${id}/resume`, undefined))).toMatchObject({
      status: 409,
      body: { code: 'target-paused-by-operator' },
    });
    await operator.post(`/admin/lanes/${id}/resume`, undefined);
    await until({
      what: 'what waited',
      look: shown,
      good: (numbers) => numbers.length === 1 && numbers[0] === 'PAUSE-2',
    });
    const events = await until({
      what: 'the events of the target',
      look: () => eventsAbout(id),
      good: (all) => all.filter(({ eventName }) => eventName === 'publication.succeeded').length === 3,
    });
    const pauses = events.filter(({ eventName }) => eventName === 'target.paused');
    expect(pauses.map(({ eventPayload }) => eventPayload['by']).toSorted()).toEqual(['customer', 'operator']);
  });

  it('a target whose login is rejected announces that once, and is published to when it is corrected', async () => {
    const { api } = customer;
    const wrong = targetInput(world.stack, USER + 2, { password: 'wrong' });
    const { id } = await api.post<Target>('/targets', wrong);
    const listing = await create('FAILING-1', id);
    const look = () => api.get<Listing>(`/listings/${listing.id}`);
    const failed = await until({
      what: 'the failure',
      look,
      good: ({ lastError }) => lastError !== undefined,
    });
    expect((await api.get<Target>(`/targets/${id}`)).failing).toMatchObject({
      failureCode: 'credentials_rejected',
    });
    await api.put(`/targets/${id}`, wrong);
    await until({
      what: 'another failure',
      look,
      good: ({ lastError }) => lastError?.at !== failed.lastError?.at,
    });
    await api.put(`/targets/${id}`, targetInput(world.stack, USER + 2));
    await until({ what: 'the publication', look, good: ({ published }) => published });
    expect(await api.get<Target>(`/targets/${id}`)).not.toHaveProperty('failing');
    const events = await until({
      what: 'the events of the target',
      look: () => eventsAbout(id),
      good: (all) => all.some(({ eventName }) => eventName === 'publication.succeeded'),
    });
    expect(events.filter(({ eventName }) => eventName === 'target.failing')).toMatchObject([
      { eventPayload: { targetType: 'immowelt', failureCode: 'credentials_rejected' } },
    ]);
  });
});
