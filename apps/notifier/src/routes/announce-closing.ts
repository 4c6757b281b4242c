import { AccountClosed, announceClosing } from '@estate/contracts';
import { answer, message } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { eventOf } from '../handlers/on-customer-event.ts';

type Announcing = Pick<Deps, 'clock' | 'deliveries' | 'fanOut' | 'noticeIntake' | 'notices'>;

/** The event and the email of one closing have its id, so that a repeated question announces nothing twice. */
export const announceClosingRoute = ({ clock, deliveries, fanOut, noticeIntake, notices }: Announcing) =>
  answer(announceClosing, async ({ closingId, at, ...closing }, { accountId, requestId }) => {
    const data = { closingId, ...closing };
    const about = { id: closingId, accountId, requestId, at: new Date(at) };
    const event = eventOf(message(AccountClosed, data, about), clock());
    await fanOut.add(event);
    await noticeIntake.add(event);
    const [isBeingDelivered, notice] = await Promise.all([
      deliveries.hasPending(closingId),
      notices.find(closingId),
    ]);
    return { isSent: !isBeingDelivered && notice?.status !== 'pending' };
  });
