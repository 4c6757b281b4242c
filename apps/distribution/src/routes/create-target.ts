import { createTarget } from '@estate/contracts';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { requireFitting, rulesOf } from '../domain/target-rules.ts';
import { newTarget, targetResource } from '../domain/target.ts';
import { requireOpenHost } from './require-open-host.ts';

export const createTargetRoute = ({ clock, egress, newId, profiles, targets, vault }: Deps) =>
  answer(createTarget, async (input, { accountId }) => {
    requireFitting(rulesOf(profiles, input.type), input);
    requireOpenHost(input.credentials.host, egress);
    const { password, ...credentials } = input.credentials;
    const id = newId();
    const target = newTarget({
      id,
      accountId,
      type: input.type,
      credentials,
      sealedPassword: vault.seal(password, id),
      autoCollectRequests: input.autoCollectRequests ?? false,
      emailId: newId(),
      at: clock(),
    });
    await targets.insert(target);
    return targetResource(target);
  });
