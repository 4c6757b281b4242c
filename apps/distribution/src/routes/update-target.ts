import { updateTarget } from '@estate/contracts';
import { found } from '@estate/errors';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { requireFitting, requireSame, rulesOf } from '../domain/target-rules.ts';
import { targetResource } from '../domain/target.ts';
import { republishTarget } from '../upkeep/republish-target.ts';
import { requireOpenHost } from './require-open-host.ts';

/** Stands in for a password that is left out, and with that stays as it is stored. */
const KEPT = 'kept';

/** Replaces a target and publishes all its listings again, with a fresh set of attempts. */
export const updateTargetRoute = (deps: Deps) =>
  answer(
    updateTarget,
    async ({ id, type, credentials: given, autoCollectRequests }, { accountId, requestId }) => {
      const { clock, egress, newId, profiles, targets, vault } = deps;
      const stored = found(await targets.find(accountId, id), 'target', id);
      requireSame('type', stored.type, type);
      const { password, ...credentials } = given;
      requireFitting(rulesOf(profiles, type), {
        credentials: { ...credentials, password: password ?? KEPT },
        autoCollectRequests,
      });
      requireOpenHost(credentials.host, egress);
      const updated = await targets.update(accountId, id, {
        credentials,
        ...(password !== undefined && { sealedPassword: vault.seal(password, id) }),
        autoCollectRequests: autoCollectRequests ?? false,
        updatedAt: clock(),
        republish: { token: newId(), requestId },
      });
      const target = found(updated, 'target', id);
      await republishTarget(target, deps);
      return targetResource(target);
    },
  );
