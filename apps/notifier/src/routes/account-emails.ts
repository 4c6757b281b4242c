import * as contracts from '@estate/contracts';
import { answer, message } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { invitationText } from '../domain/invitation-text.ts';
import { eventOf } from '../handlers/on-customer-event.ts';

const getAccountEmailRoute = ({ accountEmails }: Pick<Deps, 'accountEmails'>) =>
  answer(contracts.getAccountEmail, async (_input, { accountId }) => {
    const email = await accountEmails.find(accountId);
    return email === undefined ? {} : { email };
  });

/** An email that is queued is sent to the address of that moment. */
const setAccountEmailRoute = ({ accountEmails, clock }: Pick<Deps, 'accountEmails' | 'clock'>) =>
  answer(contracts.setAccountEmail, async ({ email }, { accountId }) => {
    if (email === undefined) {
      await accountEmails.remove(accountId);
      return {};
    }
    await accountEmails.set(accountId, email, clock());
    return { email };
  });

const sendInvitationRoute = ({ noticeIntake }: Pick<Deps, 'noticeIntake'>) =>
  answer(contracts.sendInvitation, async ({ userId: id, email: to, ...invited }, { accountId }) => ({
    isSent: await noticeIntake.invite({ id, accountId, to, text: invitationText(invited) }),
  }));

type Announcing = Pick<Deps, 'clock' | 'deliveries' | 'fanOut' | 'noticeIntake' | 'notices'>;

/** The event and the email of one closing have its id, so that a repeated question announces nothing twice. */
export const announceClosingRoute = ({ clock, deliveries, fanOut, noticeIntake, notices }: Announcing) =>
  answer(contracts.announceClosing, async ({ closingId, at, ...closing }, { accountId, requestId }) => {
    const data = { closingId, ...closing };
    const about = { id: closingId, accountId, requestId, at: new Date(at) };
    const event = eventOf(message(contracts.AccountClosed, data, about), clock());
    await fanOut.add(event);
    await noticeIntake.add(event);
    const [isBeingDelivered, notice] = await Promise.all([
      deliveries.hasPending(closingId),
      notices.find(closingId),
    ]);
    return { isSent: !isBeingDelivered && notice?.status !== 'pending' };
  });

/** The emails to the people of an account. */
export const accountEmailRoutes = (deps: Deps) => [
  getAccountEmailRoute(deps),
  setAccountEmailRoute(deps),
  sendInvitationRoute(deps),
  announceClosingRoute(deps),
];
