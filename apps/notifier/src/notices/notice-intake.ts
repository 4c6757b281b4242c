import type { Worker } from '@estate/persistence';
import { toEnvelope } from '../domain/event.ts';
import type { StoredEvent } from '../domain/event.ts';
import { newNotice } from '../domain/notice.ts';
import { hasNotice, noticeText } from '../domain/notice-text.ts';
import type { NoticeText } from '../domain/notice-text.ts';
import type { Stores } from '../stores/open-stores.ts';

export interface NoticeIntakeDeps extends Pick<Stores, 'accountEmails' | 'notices'> {
  clock: () => Date;
  sender: Pick<Worker, 'wake'>;
  publicUrl: string | undefined;
}

/** An email to a person who was invited to an account. */
export interface Invitation {
  /** Of the user, so that a repeated call sends no second email. */
  id: string;
  accountId: string;
  to: string;
  text: NoticeText;
}

/** Queues emails; idempotent. */
export interface NoticeIntake {
  /** The email about an event, if there is one. */
  add(event: StoredEvent): Promise<void>;
  /** False when no email is sent: there is no mail server, or the account has invited too many people today. */
  invite(invitation: Invitation): Promise<boolean>;
}

/** The daily limit of invitation emails, so that the service cannot be misused to send spam. */
export const INVITATIONS_A_DAY_MAX = 50;
const DAY_MS = 86_400_000;

/** For an installation without a mail server. */
export const noNotices: NoticeIntake = {
  add: () => Promise.resolve(),
  invite: () => Promise.resolve(false),
};

/** Queues an email for each event that has one, if its account has an address. */
export const noticeIntake = ({
  accountEmails,
  notices,
  clock,
  sender,
  publicUrl,
}: NoticeIntakeDeps): NoticeIntake => ({
  async add(event) {
    if (event.test || !hasNotice(event.eventName)) return;
    if ((await accountEmails.find(event.accountId)) === undefined) return;
    const text = noticeText(event.eventName, toEnvelope(event).eventPayload, publicUrl);
    if (!text) return;
    await notices.insertOnce(newNotice(event, text, clock()));
    sender.wake();
  },
  async invite({ id, accountId, to, text }) {
    const now = clock();
    if (await notices.find(id)) return true;
    const since = new Date(now.getTime() - DAY_MS);
    if ((await notices.countInvitations(accountId, since)) >= INVITATIONS_A_DAY_MAX) return false;
    await notices.insertOnce({ ...newNotice({ id, accountId }, text, now), to });
    sender.wake();
    return true;
  },
});
