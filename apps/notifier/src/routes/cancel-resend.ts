import { cancelResend } from '@estate/contracts';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { toResend } from '../domain/resend.ts';

export const cancelResendRoute = ({ webhooks, resends, clock }: Deps) =>
  answer(cancelResend, async ({ id, resendId }, { accountId }) => {
    await webhooks.get(accountId, id);
    return toResend(await resends.cancel(id, resendId, clock()));
  });
