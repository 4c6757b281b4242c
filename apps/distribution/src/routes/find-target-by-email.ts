import { findTargetByEmail } from '@estate/contracts';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';

export const findTargetByEmailRoute = ({ targets }: Deps) =>
  answer(findTargetByEmail, async ({ emailId }) => {
    const target = await targets.findByEmail(emailId);
    return target ? { target: { targetId: target.id, accountId: target.accountId } } : {};
  });
