import { resendDeliveries } from '@estate/contracts';
import { InvalidInput } from '@estate/errors';
import { answer } from '@estate/messaging';
import { createOnce } from '@estate/persistence';
import type { Deps } from '../deps.ts';
import { newResend, toResend } from '../domain/resend.ts';
import { resendableWebhook } from '../webhooks/resendable-webhook.ts';

export const resendDeliveriesRoute = (deps: Deps) =>
  answer(resendDeliveries, async ({ id, ...input }, { accountId, ...reservation }) => {
    if (input.since === undefined && input.fromSequence === undefined) {
      throw new InvalidInput(
        'since or fromSequence is required, to avoid resending all deliveries by mistake.',
        {
          code: 'resend-range-missing',
          problems: [{ path: 'since', message: 'since or fromSequence is required', code: 'required' }],
        },
      );
    }
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
