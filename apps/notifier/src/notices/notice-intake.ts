import type { Worker } from '@estate/persistence';
import { normalizedAddress } from '@estate/persistence';
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
  /** The id of the user, so that a repeated call sends no second email. */
  id: string;
  accountId: string;
  to: string;
  text: NoticeText;
}

/** Queues emails; idempotent. */
export interface NoticeIntake {
  /** The email about an event, if there is one. */
  add(event: StoredEvent): Promise<void>;
  /** False when no email is sent: there is no mail server, or too many were sent today by the account or to the address. */
  invite(invitation: Invitation): Promise<boolean>;
}

/** The daily limit of invitation emails, so that the service cannot be misused to send spam. */
export const INVITATIONS_A_DAY_MAX = 50;
/** The daily limit for one address, from all accounts together, so that nobody can be flooded. */
export const INVITATIONS_TO_ADDRESS_A_DAY_MAX = 3;
const DAY_MS = 86_400_000;

/** Used when no mail server is configured. */
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
    const toKey = mailboxOf(to);
    // Stored before the others are counted: of calls at the same moment, each counts the others.
    const { nextAttemptAt: _undecided, ...reserved } = newNotice({ id, accountId }, text, now);
    await notices.insertOnce({ ...reserved, to, toKey });
    if (await isAboveLimits({ accountId, toKey }, now, notices)) {
      await notices.dropReserved(id);
      return (await notices.find(id)) !== undefined;
    }
    await notices.queue(id, now);
    sender.wake();
    return true;
  },
});

/** An address with a plus and more leads to the same mailbox. */
const mailboxOf = (address: string): string => normalizedAddress(address).replace(/\+[^@]*/, '');

async function isAboveLimits(
  { accountId, toKey }: { accountId: string; toKey: string },
  now: Date,
  notices: NoticeIntakeDeps['notices'],
): Promise<boolean> {
  const since = new Date(now.getTime() - DAY_MS);
  const [ofAccount, toAddress] = await Promise.all([
    notices.countInvitations(accountId, since),
    notices.countInvitationsTo(toKey, since),
  ]);
  return ofAccount > INVITATIONS_A_DAY_MAX || toAddress > INVITATIONS_TO_ADDRESS_A_DAY_MAX;
}
