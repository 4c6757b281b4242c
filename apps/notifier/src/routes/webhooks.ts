import * as contracts from '@estate/contracts';
import { Conflict, InvalidInput, found } from '@estate/errors';
import { answer, changeIfMatch, readable } from '@estate/messaging';
import { createOnce } from '@estate/persistence';
import { nameTargets } from '@estate/runtime';
import { newSigningKey } from '@estate/vault';
import { requireAllowedUrl } from '../channels/allowed-url.ts';
import type { Deps } from '../deps.ts';
import { liveKeys, rotatedKeys } from '../domain/webhook.ts';
import type { StoredWebhook } from '../domain/webhook.ts';
import { storedSettings } from '../webhooks/stored-settings.ts';
import { webhookWithKey } from '../webhooks/webhook-with-key.ts';

export const createWebhookRoute = (deps: Deps) =>
  answer(contracts.createWebhook, async (input, caller) => {
    const { accountId } = caller;
    const webhook = await createOnce(caller, {
      newId: deps.newId,
      find: (id) => deps.webhooks.find(id),
      create: async (id) => {
        await requireAllowedUrl(input.url, deps.policy);
        const made = newWebhook(input, { id, accountId }, deps);
        return nameTargets(contracts.listUnknownTargets, deps.bus, {
          ...{ caller, path: 'filter.targetIds', targetIds: input.filter?.targetIds ?? [] },
          write: () => deps.webhooks.insert(made).then(() => made),
          undo: () => deps.webhookTargets.discard(id),
        });
      },
    });
    return webhookWithKey(webhook, deps);
  });

function newWebhook(
  input: contracts.WebhookInput,
  of: Pick<StoredWebhook, 'id' | 'accountId'>,
  { clock, vault }: Deps,
): StoredWebhook {
  const now = clock();
  const signingKeys = [{ sealed: vault.seal(newSigningKey(), of.id), since: now }];
  const settings = storedSettings(input, of.id, vault);
  return { ...of, ...settings, signingKeys, status: 'active', createdAt: now, updatedAt: now };
}

export const listWebhooksRoute = (deps: Deps) =>
  answer(contracts.listWebhooks, async (query, { accountId }) => {
    const { hasMore, data } = await deps.webhooks.list(accountId, query);
    return { hasMore, data: data.map(readable((webhook) => webhookWithKey(webhook, deps))) };
  });

export const getWebhookRoute = (deps: Deps) =>
  answer(contracts.getWebhook, async ({ id }, { accountId }) =>
    webhookWithKey(await deps.webhooks.get(accountId, id), deps),
  );

/** Replaces address, subscriptions and settings, and enables a disabled webhook. */
export const updateWebhookRoute = (deps: Deps) =>
  answer(contracts.updateWebhook, async ({ id, ...input }, asker) => {
    const { accountId } = asker;
    const replaced = await changeIfMatch(asker, {
      shownBy: contracts.updateWebhook,
      read: () => deps.webhooks.get(accountId, id),
      show: (webhook) => webhookWithKey(webhook, deps),
      write: async (seen, only) => {
        await requireAllowedUrl(input.url, deps.policy);
        const at = { accountId, id, now: deps.clock(), ...(only && { seen }) };
        return nameTargets(contracts.listUnknownTargets, deps.bus, {
          ...{ caller: asker, path: 'filter.targetIds' },
          targetIds: input.filter?.targetIds ?? [],
          before: seen.filter?.targetIds ?? [],
          write: () => deps.webhooks.replace(at, storedSettings(input, id, deps.vault)),
          undo: (changed) => deps.webhookTargets.filterAgain(changed, seen.filter),
        });
      },
    });
    const webhook = found(replaced, 'webhook', id);
    deps.dispatcher.startAfresh(id);
    return webhookWithKey(webhook, deps);
  });

/** Discards pending deliveries; if this fails, the dispatcher discards them when they are due. */
export const deleteWebhookRoute = (deps: Deps) =>
  answer(contracts.deleteWebhook, async ({ id }, asker) => {
    const { accountId } = asker;
    const removed = await changeIfMatch(asker, {
      shownBy: contracts.deleteWebhook,
      read: () => deps.webhooks.get(accountId, id),
      show: (webhook) => webhookWithKey(webhook, deps),
      write: (seen, only) =>
        deps.webhooks.remove({ accountId, id, now: deps.clock(), ...(only && { seen }) }),
    });
    const webhook = found(removed, 'webhook', id);
    await deps.deliveries.discardPending(id, webhook);
    return webhookWithKey(webhook, deps);
  });

/** The former key also signs for a day, so that no delivery is refused while the receiver changes its key. */
export const rotateWebhookKeyRoute = (deps: Deps) =>
  answer(contracts.rotateWebhookKey, async ({ id }, { accountId }) => {
    const now = deps.clock();
    const webhook = await deps.webhooks.get(accountId, id);
    const [current] = liveKeys(webhook, now);
    const keys = rotatedKeys(webhook, deps.vault.seal(newSigningKey(), id), now);
    if (!keys || !current) {
      throw new InvalidInput('Too many former keys are still valid. Wait until one of them expires.', {
        code: 'too-many-signing-keys',
      });
    }
    const rotated = await deps.webhooks.replaceKeys({ accountId, id, now }, current, keys);
    if (rotated) return webhookWithKey(rotated, deps);
    throw new Conflict('Another request rotated the key at the same time.', {
      code: 'webhook-changed',
    });
  });

/** Holds pending and new deliveries; attempts under way end normally. */
export const pauseWebhookRoute = (deps: Deps) =>
  answer(contracts.pauseWebhook, async ({ id }, { accountId }) => {
    const paused = await deps.webhooks.pause({ accountId, id, now: deps.clock() });
    const webhook = paused ?? (await deps.webhooks.get(accountId, id));
    if (webhook.status === 'disabled') {
      throw new InvalidInput('A disabled webhook cannot be paused. Resume it first.', {
        code: 'webhook-disabled',
      });
    }
    if (webhook.status === 'paused') await deps.deliveries.hold(id);
    return webhookWithKey(webhook, deps);
  });

/** Sends what was held. Events that a disabled webhook missed are sent only by a resend. */
export const resumeWebhookRoute = (deps: Deps) =>
  answer(contracts.resumeWebhook, async ({ id }, { accountId }) => {
    const webhook = await deps.webhooks.resume({ accountId, id, now: deps.clock() });
    await deps.deliveries.release(webhook, deps.clock());
    deps.dispatcher.startAfresh(id);
    deps.bus.wake(contracts.Deliver, { webhookId: id });
    return webhookWithKey(webhook, deps);
  });

/** How often deliveries to a webhook succeeded, day by day. */
export const getWebhookSummaryRoute = ({
  webhooks,
  attemptDays,
  clock,
}: Pick<Deps, 'webhooks' | 'attemptDays' | 'clock'>) =>
  answer(contracts.getWebhookSummary, async ({ id, days }, { accountId }) => {
    await webhooks.get(accountId, id);
    return attemptDays.summary([id], { days, now: clock() });
  });

/** Asked before a target is deleted. */
export const listWebhooksNamingTargetRoute = ({ webhookTargets }: Pick<Deps, 'webhookTargets'>) =>
  answer(contracts.listWebhooksNamingTarget, ({ targetId }, { accountId }) =>
    webhookTargets.naming(accountId, targetId, contracts.NAMING_SHOWN_MAX),
  );

/** The webhooks of an account. */
export const webhookRoutes = (deps: Deps) => [
  createWebhookRoute(deps),
  listWebhooksRoute(deps),
  getWebhookRoute(deps),
  updateWebhookRoute(deps),
  deleteWebhookRoute(deps),
  rotateWebhookKeyRoute(deps),
  pauseWebhookRoute(deps),
  resumeWebhookRoute(deps),
  getWebhookSummaryRoute(deps),
  listWebhooksNamingTargetRoute(deps),
];
