import * as contracts from '@estate/contracts';
import { answer } from '@estate/messaging';
import { traceOf } from '@estate/observability';
import { finishAuthorization } from '../authorizations/finish-authorization.ts';
import type { Deps } from '../deps.ts';
import { republishAccount } from '../upkeep/republish-account.ts';

/** Replaces what the account has; targets that were approved for another key must be approved again. */
const setConsumerCredentialsRoute = ({ clock, consumers }: Deps) =>
  answer(contracts.setConsumerCredentials, async ({ type, key, secret }, { accountId }) => {
    await consumers.set({ accountId, type, key, secret, at: clock() });
    return { key };
  });

const getConsumerCredentialsRoute = ({ consumers }: Deps) =>
  answer(contracts.getConsumerCredentials, async (_input, { accountId }) => {
    const keys = await consumers.keys(accountId);
    const entries = contracts.RedirectFlowType.options.map((type) => {
      const key = keys.get(type);
      return [type, key === undefined ? { configured: false } : { key, configured: true }] as const;
    });
    return Object.fromEntries(entries) as contracts.ConsumerCredentials;
  });

/** Changes what platforms receive, and publishes again what has gone out otherwise. */
const setPublishingSettingsRoute = (deps: Deps) =>
  answer(contracts.setPublishingSettings, async ({ hiddenAddress }, { accountId, ...caller }) => {
    const { clock, newId, publishingSettings } = deps;
    const republish = { token: newId(), ...traceOf(caller) };
    const changed = await publishingSettings.set({ accountId, hiddenAddress, at: clock(), republish });
    if (changed) await republishAccount(changed, deps);
    return { hiddenAddress };
  });

const getPublishingSettingsRoute = ({ publishingSettings }: Pick<Deps, 'publishingSettings'>) =>
  answer(contracts.getPublishingSettings, async (_input, { accountId }) => ({
    hiddenAddress: await publishingSettings.hiddenAddress(accountId),
  }));

const finishAuthorizationRoute = (deps: Deps) =>
  answer(contracts.finishAuthorization, (callback, { requestId }) =>
    finishAuthorization(callback, requestId, deps),
  );

/** The settings of an account for all its targets. */
export const accountSettingRoutes = (deps: Deps) => [
  setConsumerCredentialsRoute(deps),
  getConsumerCredentialsRoute(deps),
  setPublishingSettingsRoute(deps),
  getPublishingSettingsRoute(deps),
  finishAuthorizationRoute(deps),
];
