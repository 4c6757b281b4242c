import { getResend } from '@estate/contracts';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { toResend } from '../domain/resend.ts';

export const getResendRoute = ({ webhooks, resends }: Deps) =>
  answer(getResend, async ({ id, resendId }, { accountId }) => {
    await webhooks.get(accountId, id);
    return toResend(await resends.get(id, resendId));
  });
