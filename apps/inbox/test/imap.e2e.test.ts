import { listMails, listRequests, settleRestore } from '@estate/contracts';
import type { ContactRequest } from '@estate/contracts';
import { newId } from '@estate/persistence';
import { eventually, hasDovecot, startCuttingProxy, startDovecot } from '@estate/testing';
import type { Dovecot } from '@estate/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FORMS, multipart, part, plainMail } from './mail-forms.ts';
import { sample } from './samples.ts';
import { openStage } from './stage.ts';
import type { Stage } from './stage.ts';

const PATIENCE_MS = 240_000;

describe.skipIf(!hasDovecot())('a real IMAP server', () => {
  let stage: Stage;
  let dovecot: Dovecot;

  beforeAll(async () => {
    [stage, dovecot] = await Promise.all([openStage(), startDovecot()]);
  });
  afterAll(async () => {
    await stage?.close();
    await dovecot?.stop();
  });

  const mailbox = (user: string, more: object = {}) => ({
    name: user,
    host: '127.0.0.1',
    port: dovecot.port,
    tls: 'none',
    user,
    password: 'secret',
    handledFolder: 'Handled',
    refusedFolder: 'Refused',
    ...more,
  });
  const env = (mailboxes: object[], more: Record<string, string> = {}) => ({
    IMAP_MAILBOXES: JSON.stringify(mailboxes),
    IMAP_LEASE_MS: '2000',
    IMAP_POLL_MS: '500',
    MONGODB_DATABASE: `${stage.env['MONGODB_DATABASE'] ?? ''}-${newId()}`,
    ...more,
  });
  const xml = (n: number) =>
    Buffer.from(sample('feedback-basic').toString().replace('jana@example.com', `${n}@example.com`));
  const request = (to: string, n: number) => {
    const wraps = Object.values(FORMS);
    return (wraps[n % wraps.length] ?? wraps[0]!)({ to }, xml(n));
  };
  const messagesFor = (targetId: string) =>
    stage.published.filter(({ data }) => (data as ContactRequest).targetId === targetId);

  it('a real IMAP server delivers 1,000 emails over connections that break at random: each one request or one failure, once', async () => {
    const { targetId, address } = stage.target();
    const users = ['cut-1', 'cut-2', 'cut-3'];
    for (let n = 0; n < 1000; n += 1) {
      const mail = n % 10 === 0 ? plainMail({ to: address }, `Ohne Dokument ${n}`) : request(address, n);
      await dovecot.deliver(users[n % users.length]!, mail);
    }
    let seed = 7;
    const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
    const proxy = await startCuttingProxy({ port: dovecot.port }, () => Math.floor(random() * 400_000));
    const boxes = users.map((user, index) =>
      mailbox(user, {
        port: proxy.port,
        // One mailbox without folders: its emails are flagged.
        ...(index === 0 && { handledFolder: undefined, refusedFolder: undefined }),
      }),
    );
    const service = await stage.start(env(boxes));
    const unread = async () => {
      const waiting = await Promise.all(users.slice(1).map((user) => dovecot.count(user)));
      return waiting.reduce((sum, each) => sum + each, 0);
    };
    await eventually(async () => {
      if (proxy.cuts() >= 15) proxy.calm();
      expect(messagesFor(targetId).length).toBeGreaterThanOrEqual(1000);
      expect(await unread()).toBe(0);
    }, PATIENCE_MS);
    expect(proxy.cuts()).toBeGreaterThanOrEqual(3);
    await service.stop();
    await proxy.close();
    const messages = messagesFor(targetId);
    const names = messages.map(({ subject }) => subject);
    expect(names.filter((name) => name === 'event.request.created')).toHaveLength(900);
    expect(names.filter((name) => name === 'event.request.parsing_failed')).toHaveLength(100);
    const emails = messages.flatMap(({ data }) => (data as ContactRequest).prospect?.email ?? []);
    expect(new Set(emails).size).toBe(900);
  });

  it('a real IMAP server is read on by another replica after the one that read it is gone', async () => {
    const { targetId, address } = stage.target();
    const shared = env([mailbox('failover')]);
    await dovecot.deliver('failover', request(address, 1));
    const first = await stage.startProcess(shared);
    await eventually(() => expect(messagesFor(targetId)).toHaveLength(1), PATIENCE_MS);
    const second = await stage.startProcess(shared);
    first.kill('SIGKILL');
    await dovecot.deliver('failover', request(address, 2));
    await eventually(() => expect(messagesFor(targetId)).toHaveLength(2), PATIENCE_MS);
    second.kill('SIGKILL');
  });

  it.each([
    ['moves emails', {}],
    ['flags emails', { handledFolder: undefined, refusedFolder: undefined }],
  ])('a mailbox that %s is read again after a backup was restored', async (how, more) => {
    const { targetId, address } = stage.target();
    const user = `restored-${how.slice(0, 5)}`;
    await dovecot.deliver(user, request(address, 1));
    const before = await stage.start(env([mailbox(user, more)]));
    await eventually(() => expect(messagesFor(targetId)).toHaveLength(1), PATIENCE_MS);
    await before.stop();
    // Another database, as if the backup were older than the email.
    const restored = await stage.start(env([mailbox(user, more)]));
    const lostSince = new Date(Date.now() - 3_600_000).toISOString();
    await stage.bus.ask(settleRestore.inbox, { lostSince }, stage.caller);
    await eventually(() => expect(messagesFor(targetId)).toHaveLength(2), PATIENCE_MS);
    const look = async () => (await stage.bus.ask(settleRestore.inbox, {}, stage.caller)).data;
    await eventually(async () => expect(await look()).toMatchObject([{ isSettled: true }]), PATIENCE_MS);
    await restored.stop();
  });

  it('a real IMAP server survives a change of UIDVALIDITY and a restart of the server, without doing anything twice', async () => {
    const { targetId, address } = stage.target();
    const flagged = mailbox('renumbered', { handledFolder: undefined, refusedFolder: undefined });
    const service = await stage.start(env([flagged]));
    await dovecot.deliver('renumbered', request(address, 1));
    await eventually(() => expect(messagesFor(targetId)).toHaveLength(1), PATIENCE_MS);
    await dovecot.renumber('renumbered');
    await dovecot.restart();
    await dovecot.deliver('renumbered', request(address, 2));
    await eventually(() => expect(messagesFor(targetId)).toHaveLength(2), PATIENCE_MS);
    await service.stop();
    expect(messagesFor(targetId)).toHaveLength(2);
  });

  it('a real IMAP server has handled emails in one folder and what is too large in another, and notifies the customer', async () => {
    const { targetId, address } = stage.target();
    const large = multipart({ to: address }, [part(['Content-Type: image/jpeg'], Buffer.alloc(300_000, 7))]);
    await dovecot.deliver('sorted', large);
    await dovecot.deliver('sorted', request(address, 1));
    const service = await stage.start(env([mailbox('sorted')], { MAIL_MAX_BYTES: '200000' }));
    await eventually(() => expect(messagesFor(targetId)).toHaveLength(2), PATIENCE_MS);
    await eventually(async () => expect(await dovecot.count('sorted')).toBe(0), PATIENCE_MS);
    expect(await dovecot.count('sorted', 'Handled')).toBe(1);
    expect(await dovecot.count('sorted', 'Refused')).toBe(1);
    const failed = messagesFor(targetId).find(({ subject }) => subject === 'event.request.parsing_failed');
    expect(failed?.data).toMatchObject({ failureCode: 'too_large', recipient: address });
    const { data: requests } = await stage.bus.ask(listRequests, { targetId }, stage.caller);
    expect(requests).toHaveLength(1);
    const { data: mails } = await stage.bus.ask(listMails, { state: 'failed' }, stage.caller);
    expect(mails.map(({ sizeBytes }) => sizeBytes > 300_000)).toEqual([true]);
    await service.stop();
  });
});
