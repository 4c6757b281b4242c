import * as contracts from '@estate/contracts';
import { answer, readable } from '@estate/messaging';
import { createOnce } from '@estate/persistence';
import { showingDeliveries } from '../deliveries/shown-delivery.ts';
import type { Deps } from '../deps.ts';
import { filtersOf } from '../domain/filter-names.ts';
import { newResend, requireRange, toResend } from '../domain/resend.ts';
import { resendableWebhook } from '../webhooks/resendable-webhook.ts';

export const listDeliveriesRoute = (deps: Deps) =>
  answer(contracts.listDeliveries, async ({ id, type, from, to, ...query }, { accountId }) => {
    await deps.webhooks.get(accountId, id);
    const filters = filtersOf({ ...query, type, from, to });
    const { data, ...page } = await deps.deliveries.list(id, { ...query, ...filters });
    return { ...page, data: data.map(readable(await showingDeliveries(deps, accountId, data))) };
  });

export const getDeliveryRoute = (deps: Deps) =>
  answer(contracts.getDelivery, async ({ id, deliveryId }, { accountId }) => {
    await deps.webhooks.get(accountId, id);
    const delivery = await deps.deliveries.get(id, deliveryId);
    return (await showingDeliveries(deps, accountId, [delivery]))(delivery);
  });

/** Sends the same bytes again, with a new signature and a new plan; a pending delivery stays as it is. */
export const resendDeliveryRoute = (deps: Deps) =>
  answer(contracts.resendDelivery, async ({ id, deliveryId }, { accountId }) => {
    const webhook = await resendableWebhook(deps, { accountId, id });
    const stored = await deps.deliveries.get(id, deliveryId);
    const show = await showingDeliveries(deps, accountId, [stored]);
    // It must be the account's own before it is queued.
    show(stored);
    const at = { webhook, id: deliveryId, now: deps.clock() };
    const delivery = await deps.deliveries.requeue(at, webhook.status === 'paused' ? 'held' : 'pending');
    deps.dispatcher.wake(id);
    return show(delivery);
  });

export const resendDeliveriesRoute = (deps: Deps) =>
  answer(contracts.resendDeliveries, async ({ id, ...input }, { accountId, ...reservation }) => {
    requireRange(input);
    await resendableWebhook(deps, { accountId, id });
    const resend = await createOnce(reservation, {
      newId: deps.newId,
      find: (resendId) => deps.resends.find(resendId),
      create: async (resendId) => {
        const about = { id: resendId, accountId, webhookId: id, now: deps.clock() };
        const made = newResend(input, about);
        await deps.resends.insert(made);
        return made;
      },
    });
    deps.resender.wake();
    return toResend(resend);
  });

export const getResendRoute = ({ webhooks, resends }: Deps) =>
  answer(contracts.getResend, async ({ id, resendId }, { accountId }) => {
    await webhooks.get(accountId, id);
    return toResend(await resends.get(id, resendId));
  });

export const cancelResendRoute = ({ webhooks, resends, clock }: Deps) =>
  answer(contracts.cancelResend, async ({ id, resendId }, { accountId }) => {
    await webhooks.get(accountId, id);
    return toResend(await resends.cancel(id, resendId, clock()));
  });

/** How often deliveries to all webhooks of an account succeeded, day by day. */
export const getDeliveryActivityRoute = ({
  webhooks,
  attemptDays,
  clock,
}: Pick<Deps, 'webhooks' | 'attemptDays' | 'clock'>) =>
  answer(contracts.getDeliveryActivity, async ({ days }, { accountId }) => {
    const own = await webhooks.ofAccounts([accountId]);
    return attemptDays.summary(
      own.map(({ id }) => id),
      { days, now: clock() },
    );
  });

/** The deliveries of a webhook, one by one and in bulk. */
export const deliveryRoutes = (deps: Deps) => [
  listDeliveriesRoute(deps),
  getDeliveryRoute(deps),
  resendDeliveryRoute(deps),
  resendDeliveriesRoute(deps),
  getResendRoute(deps),
  cancelResendRoute(deps),
  getDeliveryActivityRoute(deps),
];
