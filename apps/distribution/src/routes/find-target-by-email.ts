import { findTargetByEmail } from '@estate/contracts';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';

export const findTargetByEmailRoute = ({ targets }: Deps) =>
  answer(findTargetByEmail, async ({ emailId }) => {
    const target = await targets.findByEmail(emailId);
    if (!target) return {};
    const { id: targetId, accountId, closing } = target;
    return { target: { targetId, accountId, ...(closing && { isClosing: true }) } };
  });
