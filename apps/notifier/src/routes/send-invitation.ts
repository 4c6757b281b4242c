import { sendInvitation } from '@estate/contracts';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { invitationText } from '../domain/invitation-text.ts';

export const sendInvitationRoute = ({ noticeIntake }: Pick<Deps, 'noticeIntake'>) =>
  answer(sendInvitation, async ({ userId: id, email: to, ...invited }, { accountId }) => ({
    isSent: await noticeIntake.invite({ id, accountId, to, text: invitationText(invited) }),
  }));
