import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Contact, Listing, Property, Target } from '@estate/contracts';
import { OPERATOR } from '@estate/manifests';
import { inspectBroker } from '@estate/messaging';
import { runRek } from '@estate/rek';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contactInput, propertyInput, targetInput } from './support/data.ts';
import { sandboxOf } from './support/sandbox.ts';
import type { Sandbox } from './support/sandbox.ts';
import { until } from './support/until.ts';
import { START_TIMEOUT_MS, ownWorld } from './support/world.ts';
import type { CustomerAccount, OwnWorld } from './support/world.ts';

const HOOK = 'lost';
const hasOwnBroker = process.env['NATS_URL'] === undefined;
let world: OwnWorld;
let sandbox: Sandbox;
let customer: CustomerAccount;

beforeAll(async () => {
  // Without the comparison of revisions, so that a changed property reaches its portal by its fact alone.
  world = await ownWorld('its broker loses its disk', { REVISIONS_SWEEP_MS: '3600000' });
  sandbox = sandboxOf(world.stack);
  customer = await world.account('Lost');
  await sandbox.hook(customer.api, HOOK, [
    'property.processing_succeeded',
    'publication.confirmed',
    'publication.succeeded',
    'request.created',
    'request.parsing_failed',
    'target.paused',
  ]);
}, START_TIMEOUT_MS);
afterAll(() => world.close());

const part = (name: string) => {
  const child = world.stack.children.get(name);
  if (!child) throw new Error(`the stack runs no ${name}`);
  return child;
};
const username = (index: number) => world.stack.ftpUsers[index]?.username ?? '';
const titles = async (index: number) =>
  (await sandbox.objects(username(index))).map(({ title }) => title).toSorted();

/** Waits until the broker has so many messages that a consumer has not been given. */
const waitingFor = (consumer: string, count: number) =>
  until({
    what: `${String(count)} messages to wait for ${consumer}`,
    look: async () => {
      const { consumers } = await inspectBroker(world.stack.natsUrlOf(OPERATOR));
      return consumers
        .filter(({ name, stream }) => name === consumer && stream !== 'REDRIVE')
        .reduce((sum, { waiting }) => sum + waiting, 0);
    },
    good: (waiting) => waiting >= count,
  });

const eventNames = async () => (await sandbox.events(HOOK)).map(({ eventName }) => eventName).toSorted();
const showing = (index: number, expected: readonly string[]) =>
  until({
    what: `portal ${String(index)} to show ${expected.join(', ')}`,
    look: () => titles(index),
    good: (shown) => JSON.stringify(shown) === JSON.stringify(expected),
  });
const drop = ({ emailId }: Target, order: Record<string, unknown>) =>
  fetch(`${world.stack.mailDropUrl}/api/mails`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ to: `${emailId}@${world.stack.inboxDomain}`, ...order }),
  });

describe.skipIf(!hasOwnBroker)('a broker that loses its disk', () => {
  it('facts and events that the broker had acknowledged, and no consumer had read, arrive once', async () => {
    const { api } = customer;
    const contact = await api.post<Contact>('/contacts', contactInput);
    const [first, second] = [
      await api.post<Target>('/targets', targetInput(world.stack, 0)),
      await api.post<Target>('/targets', targetInput(world.stack, 1)),
    ];
    const input = { ...propertyInput({ title: 'before' }), contactId: contact.id };
    const changed = await api.post<Property>('/properties', input);
    await api.post<Listing>('/listings', { propertyId: changed.id, targetId: first.id });
    await showing(0, ['before']);
    await until({ what: 'the first events', look: eventNames, good: ({ length }) => length === 2 });

    await part('notifier').stop();
    const made = await api.post<Property>('/properties', propertyInput({ title: 'made' }));
    await api.post<Listing>('/listings', { propertyId: made.id, targetId: first.id });
    await showing(0, ['before', 'made']);
    await drop(first, { document: 'windows1252', externalId: made.externalId });
    await drop(first, { document: 'import-report' });
    await api.post(`/targets/${second.id}/pause`, { reason: 'Relaunch' });
    await waitingFor('notifier-on-customer-event', 5);

    await part('distribution').stop();
    await api.put(`/properties/${changed.id}`, {
      ...input,
      ...propertyInput({ title: 'after' }),
      externalId: changed.externalId,
    });
    await waitingFor('distribution-on-property-changed', 1);
    await waitingFor('notifier-on-customer-event', 6);
    await Promise.all(['catalog', 'inbox'].map((name) => part(name).stop()));

    await part('nats-server').kill();
    await rm(join(world.logs, '..', 'nats'), { recursive: true });
    await part('nats-server').start();
    await Promise.all(['catalog', 'distribution', 'inbox', 'notifier'].map((name) => part(name).start()));

    await showing(0, ['after', 'made']);
    await until({
      what: 'every event of the account',
      look: eventNames,
      good: (names) =>
        JSON.stringify(names) ===
        JSON.stringify([
          ...Array<string>(3).fill('property.processing_succeeded'),
          // By the inquiry.
          'publication.confirmed',
          ...Array<string>(3).fill('publication.succeeded'),
          'request.created',
          'request.parsing_failed',
          'target.paused',
        ]),
    });
    const deliveries = await sandbox.deliveries(HOOK);
    expect(new Set(deliveries.map(({ eventId }) => eventId)).size).toBe(10);
    expect(
      deliveries.map(({ sequence }) => sequence).toSorted((one, other) => Number(one) - Number(other)),
    ).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it('messages that the operator orders to be published again notify nobody twice', async () => {
    const said = { out: '', err: '' };
    const code = await runRek(['retell', '--since', new Date(Date.now() - 3_600_000).toISOString()], {
      environment: { REK_URL: world.stack.apiUrl, OPERATOR_TOKEN: world.stack.operatorToken },
      out: (text) => (said.out += text),
      err: (text) => (said.err += text),
    });
    expect({ code, ...said }).toMatchObject({ code: 0, err: '' });
    for (const [service, count] of [
      ['catalog', 4],
      ['distribution', 5],
      ['inbox', 3],
      ['notifier', 0],
    ] as const)
      expect(said.out).toMatch(new RegExp(`${service}[^\\n]* ${String(count)} `));
    // What is published after it arrives after it.
    await customer.api.post<Property>('/properties', propertyInput({ title: 'last' }));
    await until({ what: 'the last event', look: eventNames, good: ({ length }) => length >= 11 });
    const deliveries = await sandbox.deliveries(HOOK);
    expect(deliveries.map(({ eventId }) => eventId)).toHaveLength(11);
  });
});
