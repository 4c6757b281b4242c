import type { Resend } from '@estate/contracts';
import { eventually } from '@estate/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FAILING_MS_MAX } from '../domain/webhook.ts';
import type { StoredWebhook } from '../domain/webhook.ts';
import { resendDeliveriesRoute, resendDeliveryRoute } from '../routes/deliveries.ts';
import { resumeWebhookRoute } from '../routes/webhooks.ts';
import { routeDeps } from '../routes/routes.fixture.ts';
import { meanwhile } from '../stores/meanwhile.fixture.ts';
import { deliveryOf, eventOf, log, openTestStores, webhookOf } from '../stores/stores.fixture.ts';
import type { TestStores } from '../stores/stores.fixture.ts';
import { answered, ok, startReplica } from './replica.fixture.ts';
import { resendWorker } from './resend-worker.ts';
import { upkeep } from './upkeep.ts';

let stores: TestStores;
let customer: ReturnType<typeof routeDeps>;
beforeAll(async () => {
  stores = await openTestStores();
  customer = routeDeps(stores, async () => ok);
  // Nothing but the process under test sends anything.
  await customer.stop();
});
afterAll(async () => {
  await stores.close();
});

async function stored(fields: Partial<StoredWebhook> = {}) {
  const webhook = webhookOf(fields);
  const event = eventOf(webhook.accountId);
  const delivery = deliveryOf(webhook, event);
  await stores.webhooks.insert(webhook);
  await stores.events.insertOnce([event]);
  await stores.insertDeliveries([delivery]);
  return { webhook, delivery };
}

type Stored = Awaited<ReturnType<typeof stored>>;

/** The stores of a process that is overtaken once, between seeing that a webhook is disabled and discarding. */
function overtaken(by: () => Promise<unknown>): TestStores {
  let done = false;
  const once = async () => {
    if (done) return;
    done = true;
    await by();
  };
  return { ...stores, deliveries: meanwhile(stores.deliveries, 'discardPending', once) };
}

async function resumeAndResend({ webhook, delivery }: Stored): Promise<void> {
  const { id, accountId } = webhook;
  await stores.deliveries.discardPending(id, webhook);
  await customer.ask(resumeWebhookRoute, { id }, { accountId });
  await customer.ask(resendDeliveryRoute, { id, deliveryId: delivery.id }, { accountId });
}

async function resumeAndResendMany({ webhook, delivery }: Stored): Promise<void> {
  const { id, accountId } = webhook;
  await stores.deliveries.discardPending(id, webhook);
  await customer.ask(resumeWebhookRoute, { id }, { accountId });
  const order = { id, fromSequence: 1, status: 'discarded' };
  const { id: resendId } = await customer.ask<Resend>(resendDeliveriesRoute, order, { accountId });
  const notes = { resendAbandoned: () => undefined };
  const worker = resendWorker({ ...customer.deps, ...stores, log, notes });
  worker.start();
  await eventually(async () => (await stores.resends.find(resendId))?.status === 'finished');
  await worker.close();
  expect(await statusOf({ webhook, delivery })).toBe('pending');
}

const statusOf = async ({ webhook, delivery }: Stored) =>
  (await stores.deliveries.get(webhook.id, delivery.id)).status;

describe('what a customer resends after resuming a webhook', () => {
  it.each([
    ['one delivery', resumeAndResend],
    ['many', resumeAndResendMany],
  ])(
    'what a customer resends after resuming a webhook is sent although a process still took the webhook for disabled: %s',
    async (_, resend) => {
      const made = await stored();
      await stores.webhooks.disable(made.webhook, 'failing', new Date());
      const late = overtaken(() => resend(made));
      const { dispatcher } = startReplica({ stores: late, post: async () => ok });
      dispatcher.start();
      await eventually(async () => (await statusOf(made)) === 'succeeded');
      await dispatcher.close();
    },
  );

  it('a delivery resent after its webhook was resumed is sent even if the process that got a 410 discards late', async () => {
    const made = await stored();
    const late = overtaken(() => resumeAndResend(made));
    let answers = 0;
    const post = async () => ((answers += 1) === 1 ? answered(410) : ok);
    const { dispatcher, disabled } = startReplica({ stores: late, post });
    dispatcher.start();
    await eventually(() => disabled.includes(made.webhook.id));
    await eventually(async () => (await statusOf(made)) === 'succeeded');
    await dispatcher.close();
  });

  it('a delivery resent after its webhook was resumed is queued even if the upkeep that disabled the webhook discards late', async () => {
    const failingSince = new Date(Date.now() - FAILING_MS_MAX - 1);
    const made = await stored({ failingSince, warnedAt: failingSince, lastFailureAt: new Date() });
    let disabled = false;
    const notes = {
      exhausted: () => undefined,
      held: () => undefined,
      webhookDisabled: () => (disabled = true),
    };
    const late = overtaken(() => resumeAndResend(made));
    const endpoints = { held: 0, known: 0 };
    const worker = upkeep({ ...late, clock: () => new Date(), log, notes, endpoints });
    worker.start();
    await eventually(() => disabled);
    await worker.close();
    expect(await statusOf(made)).toBe('pending');
  });
});
