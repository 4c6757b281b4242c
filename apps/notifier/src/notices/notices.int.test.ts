import { TargetFailing, WebhookFailing } from '@estate/contracts';
import { newId } from '@estate/persistence';
import { eventually } from '@estate/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OutgoingMail } from '../channels/mail-channel.ts';
import { newEvent } from '../domain/event.ts';
import { NOTICE_ATTEMPTS_MAX } from '../domain/notice.ts';
import type { NoticeOutcome, NoticeResult } from '../domain/notice.ts';
import { log, openTestStores } from '../stores/stores.fixture.ts';
import type { TestStores } from '../stores/stores.fixture.ts';
import {
  INVITATIONS_A_DAY_MAX,
  INVITATIONS_TO_ADDRESS_A_DAY_MAX,
  noNotices,
  noticeIntake,
} from './notice-intake.ts';
import { invitationText } from '../domain/invitation-text.ts';
import { noticeWorker } from './notice-worker.ts';

const HOUR_MS = 3_600_000;
const EMAIL = 'it@example.org';

let stores: TestStores;
let accountId: string;
let now: Date;
let answers: (NoticeResult | undefined)[];
let sent: OutgoingMail[];
let outcomes: NoticeOutcome[];
const workers: ReturnType<typeof noticeWorker>[] = [];

beforeAll(async () => {
  stores = await openTestStores();
});
afterAll(() => stores.close());
beforeEach(async () => {
  await stores.database.db.collection('notices').deleteMany({});
  [now, answers, sent, outcomes, accountId] = [new Date(), [], [], [], newId()];
  await stores.accountEmails.set(accountId, EMAIL, now);
});
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.close();
});

const clock = () => now;
const failed = (isPermanent = false): NoticeResult => ({ sent: false, isPermanent, failure: '450 later' });

/** A process of the notifier; an answer that is left out stands for a mail server that accepts. */
function start() {
  const worker = noticeWorker({
    ...stores,
    clock,
    newId,
    log,
    mail: {
      send: async (mail) => {
        sent.push(mail);
        return answers.shift() ?? { sent: true };
      },
    },
    notes: { attempted: (_notice, outcome) => void outcomes.push(outcome) },
  });
  workers.push(worker);
  worker.start();
  return worker;
}

const failing = (of = accountId, fields: { test?: true } = {}) => {
  const about = { id: newId(), accountId: of, eventName: 'webhook.failing', eventTime: now, ...fields };
  return newEvent({ ...about, eventPayload: { ...WebhookFailing.example } }, now);
};
const nobody = { wake: (): void => undefined };
const intake = (sender: { wake(): void } = nobody) =>
  noticeIntake({ ...stores, clock, sender, publicUrl: 'https://api.example.org' });
const countNotices = () => stores.database.db.collection('notices').countDocuments({});

describe('a notice', () => {
  it('a notice is sent to the address of the account, with the id of its event', async () => {
    const event = failing();
    await intake(start()).add(event);
    await eventually(() => expect(outcomes).toMatchObject([{ status: 'sent' }]));
    expect(sent).toMatchObject([{ id: event.id, to: EMAIL }]);
    expect(sent[0]?.text).toContain('https://api.example.org/dashboard/webhooks/');
    expect(await stores.notices.find(event.id)).toMatchObject({ status: 'sent', attemptCount: 1 });
  });

  it('a notice is sent once when its event is received again, by two processes at once', async () => {
    const event = failing();
    const [one, other] = [start(), start()];
    await Promise.all([intake(one).add(event), intake(other).add(event)]);
    await eventually(() => expect(outcomes).toHaveLength(1));
    await intake(one).add(event);
    const later = failing();
    await intake(other).add(later);
    await eventually(() => expect(outcomes).toHaveLength(2));
    expect(sent.map(({ id }) => id)).toEqual([event.id, later.id]);
  });

  it('a notice is not made for other events, for examples, and for accounts without an address', async () => {
    await intake().add(failing(newId()));
    await intake().add(failing(accountId, { test: true }));
    await intake().add({ ...failing(), eventName: 'publication.failed' });
    expect(await countNotices()).toBe(0);
    const about = { id: newId(), accountId, eventName: 'target.failing', eventTime: now };
    await intake().add(newEvent({ ...about, eventPayload: { ...TargetFailing.example } }, now));
    expect(await countNotices()).toBe(1);
  });

  it('a notice that the mail server does not accept is retried with the same id until the attempts are used up', async () => {
    answers = Array.from({ length: NOTICE_ATTEMPTS_MAX }, () => failed());
    const event = failing();
    const worker = start();
    await intake(worker).add(event);
    for (let made = 1; made <= NOTICE_ATTEMPTS_MAX; made += 1) {
      await eventually(() => expect(outcomes).toHaveLength(made));
      now = new Date(now.getTime() + 15 * HOUR_MS);
      worker.wake();
    }
    expect(outcomes.map(({ status }) => status)).toEqual([...Array(7).fill('pending'), 'failed']);
    expect(new Set(sent.map(({ id }) => id))).toEqual(new Set([event.id]));
    expect(await stores.notices.find(event.id)).toMatchObject({ status: 'failed', failure: '450 later' });
    expect(await stores.notices.oldestDueAt(now)).toBeUndefined();
  });

  it('a notice that the mail server refuses for good is not repeated', async () => {
    answers = [failed(true)];
    await intake(start()).add(failing());
    await eventually(() => expect(outcomes).toMatchObject([{ status: 'failed' }]));
  });

  it('a notice of a process that crashed is sent by another one after the lease, and fails when all crashed', async () => {
    const event = failing();
    await intake().add(event);
    const claim = async () => {
      now = new Date(now.getTime() + HOUR_MS);
      return stores.notices.claim({ owner: newId(), leaseMs: 60_000, now });
    };
    const former = await claim();
    expect(await stores.notices.claim({ owner: newId(), leaseMs: 60_000, now })).toBeUndefined();
    for (let crash = 1; crash < NOTICE_ATTEMPTS_MAX; crash += 1) await claim();
    now = new Date(now.getTime() + HOUR_MS);
    start();
    await eventually(() => expect(outcomes).toMatchObject([{ status: 'failed' }]));
    expect(sent).toEqual([]);
    await stores.notices.settle(former!, { status: 'sent', endedAt: now });
    expect(await stores.notices.find(event.id)).toMatchObject({ status: 'failed' });
  });

  it('a notice is discarded when the account has no address any more', async () => {
    await intake().add(failing());
    await stores.accountEmails.remove(accountId);
    start();
    await eventually(() => expect(outcomes).toMatchObject([{ status: 'discarded' }]));
    expect(sent).toEqual([]);
  });

  it('an invitation is sent once to the person who was invited, also where the account has no address', async () => {
    await stores.accountEmails.remove(accountId);
    const text = invitationText({
      accountName: 'Agency\nBcc: x',
      signInUrl: 'https://x.example/in',
      invitedBy: 'Anna',
    });
    const invitation = { id: newId(), accountId, to: 'berta@example.org', text };
    const worker = start();
    expect(await intake(worker).invite(invitation)).toBe(true);
    expect(await intake(worker).invite(invitation)).toBe(true);
    await eventually(() => expect(outcomes).toHaveLength(1));
    expect(sent).toMatchObject([{ id: invitation.id, to: 'berta@example.org' }]);
    expect(sent[0]?.subject).toBe('Einladung zu Agency Bcc: x / Invitation to Agency Bcc: x');
    expect(sent[0]?.text.match(/https:\/\/x\.example\/in/g)).toHaveLength(2);
  });

  it('an account cannot have the service write to any number of people', async () => {
    const text = { subject: 'subject', text: 'text' };
    const invite = (of = accountId) =>
      intake().invite({ id: newId(), accountId: of, to: `${newId()}@example.org`, text });
    for (let count = 0; count < INVITATIONS_A_DAY_MAX; count += 1) expect(await invite()).toBe(true);
    expect([await invite(), await invite(newId())]).toEqual([false, true]);
    now = new Date(now.getTime() + 25 * HOUR_MS);
    expect(await invite()).toBe(true);
  });

  it('nobody is flooded with invitations, neither by one account nor by many at the same moment', async () => {
    const text = { subject: 'subject', text: 'text' };
    const invite = (to: string, of = newId()) => intake().invite({ id: newId(), accountId: of, to, text });
    const ways = ['berta@example.org', 'Berta@EXAMPLE.org', 'berta+1@example.org', 'berta+2@example.org'];
    const calls = Array.from({ length: 12 }, (_, index) => invite(ways[index % ways.length] ?? ''));
    const sentTo = (await Promise.all(calls)).filter(Boolean).length;
    expect(sentTo).toBeLessThanOrEqual(INVITATIONS_TO_ADDRESS_A_DAY_MAX);
    for (let left = INVITATIONS_TO_ADDRESS_A_DAY_MAX - sentTo; left > 0; left -= 1)
      expect(await invite('berta@example.org', accountId)).toBe(true);
    for (const to of ways) expect(await invite(to, accountId)).toBe(false);
    expect(await stores.database.db.collection('notices').countDocuments()).toBe(
      INVITATIONS_TO_ADDRESS_A_DAY_MAX,
    );
    expect(await invite('carl@example.org', accountId)).toBe(true);
    now = new Date(now.getTime() + 25 * HOUR_MS);
    expect(await invite('berta@example.org')).toBe(true);
  });

  it('an invitation whose process crashed before it was due is sent when the call is retried', async () => {
    const text = { subject: 'subject', text: 'text' };
    const invitation = { id: newId(), accountId, to: 'berta@example.org', text };
    const queue = stores.notices.queue.bind(stores.notices);
    stores.notices.queue = () => Promise.reject(new Error('the process ended'));
    await expect(intake().invite(invitation)).rejects.toThrow('the process ended');
    stores.notices.queue = queue;
    const worker = start();
    expect(await intake(worker).invite(invitation)).toBe(true);
    await eventually(() => expect(sent).toHaveLength(1));
  });

  it('an invitation is not sent where no mail server is configured', async () => {
    const text = { subject: 'subject', text: 'text' };
    expect(await noNotices.invite({ id: newId(), accountId, to: EMAIL, text })).toBe(false);
  });
});
