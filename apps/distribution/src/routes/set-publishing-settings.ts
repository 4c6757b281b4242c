import { setPublishingSettings } from '@estate/contracts';
import { answer } from '@estate/messaging';
import { traceOf } from '@estate/observability';
import type { Deps } from '../deps.ts';
import { republishAccount } from '../upkeep/republish-account.ts';

/** Changes what platforms receive, and publishes again what has gone out otherwise. */
export const setPublishingSettingsRoute = (deps: Deps) =>
  answer(setPublishingSettings, async ({ hiddenAddress }, { accountId, ...caller }) => {
    const { clock, newId, publishingSettings } = deps;
    const republish = { token: newId(), ...traceOf(caller) };
    const changed = await publishingSettings.set({ accountId, hiddenAddress, at: clock(), republish });
    if (changed) await republishAccount(changed, deps);
    return { hiddenAddress };
  });
