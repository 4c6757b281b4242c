import {
  finishReceivedMail,
  getReceivedMail,
  listReceivedMails,
  reparseReceivedMail,
} from '@estate/contracts';
import type { ReceivedMail, ReceivedMailQuery } from '@estate/contracts';
import { NotFound } from '@estate/errors';
import { newId } from '@estate/persistence';
import { eventually, freePort } from '@estate/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FORMS, multipart, part, plainMail } from './mail-forms.ts';
import { sample } from './samples.ts';
import { send } from './smtp-client.ts';
import { openStage } from './stage.ts';
import type { Stage } from './stage.ts';

const FAILED = 'event.request.parsing_failed';
const wrap = FORMS['a plain attachment']!;
let stage: Stage;
let port: number;

beforeAll(async () => {
  stage = await openStage();
  port = await freePort();
  await stage.start({
    SMTP_PORT: String(port),
    PUBLIC_URL: 'https://api.example.org/',
  });
});
afterAll(() => stage.close());

const as = (accountId: string) => ({ ...stage.caller, accountId });
const list = async (query: Partial<ReceivedMailQuery>, caller = stage.caller) =>
  (await stage.bus.ask(listReceivedMails, { order: 'desc', ...query }, caller)).data;
const get = (id: string, caller = stage.caller) => stage.bus.ask(getReceivedMail, { id }, caller);
/** The email that the target received, once it is read. */
const mailOf = (targetId: string, caller = stage.caller): Promise<ReceivedMail> =>
  eventually(async () => {
    const [mail] = await list({ targetId }, caller);
    expect(mail?.state).toMatch(/parsed|partial|failed/);
    return get(mail!.id, caller);
  });

describe('an email that could not be read', () => {
  it('an email that could not be read shows its account what it says, what is attached, and why it is no request', async () => {
    const { targetId, address } = stage.target();
    const attached = part(
      ['Content-Type: text/xml; name=anfrage.xml', 'Content-Disposition: attachment; filename=anfrage.xml'],
      Buffer.from('<broken'),
    );
    await send({ port, to: address, raw: multipart({ to: address, subject: 'Grüße' }, [attached]) });
    const mail = await mailOf(targetId);
    expect(mail).toMatchObject({
      state: 'failed',
      sender: 'portal@portal.example',
      recipients: [address],
      targetIds: [targetId],
      text: 'Ich habe Interesse.',
      attachments: [{ name: 'anfrage.xml', mediaType: 'text/xml', sizeBytes: 7 }],
      attachmentCount: 1,
      failureCode: 'xml_malformed',
      problems: [{ failureCode: 'xml_malformed', part: 'anfrage.xml', count: 1 }],
      requestCount: 0,
      requestIds: [],
    });
    const event = await eventually(() => {
      const found = stage.published.find(
        ({ subject, data }) => subject === FAILED && (data as { mailId?: string }).mailId === mail.id,
      );
      expect(found).toBeDefined();
      return found!;
    });
    expect(event.data).toMatchObject({
      mailId: mail.id,
      mailUrl: `https://api.example.org/dashboard/mails/${mail.id}`,
    });
  });

  it('an email that could not be read shows the text of its HTML without scripts, pictures and addresses of pictures', async () => {
    const { targetId, address } = stage.target();
    const html =
      '<html><head><style>p{}</style><script>alert(1)</script></head><body><p>Guten Tag &amp; hallo</p>' +
      '<img src="https://tracker.example/pixel.gif" alt=""><p>Bitte melden</p></body></html>';
    const raw = Buffer.from(
      `Message-ID: <${newId()}@x>\r\nFrom: a@b.example\r\nTo: ${address}\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${html}`,
    );
    await send({ port, to: address, raw });
    const { text } = await mailOf(targetId);
    expect(text).toContain('Guten Tag & hallo');
    expect(text).toContain('Bitte melden');
    expect(text).not.toMatch(/alert|tracker|<|p\{/);
  });

  it('an email that could not be read is pending while it is read again, and is no longer listed as failed once it is marked as done', async () => {
    const { targetId, address } = stage.target();
    await send({ port, to: address, raw: plainMail({ to: address }, 'Hallo') });
    const { id } = await mailOf(targetId);
    expect(await stage.bus.ask(reparseReceivedMail, { id }, stage.caller)).toMatchObject({
      state: 'pending',
    });
    expect(await mailOf(targetId)).toMatchObject({ id, state: 'failed' });
    const done = await stage.bus.ask(finishReceivedMail, { id }, stage.caller);
    expect(done).toMatchObject({ id, state: 'done', doneAt: expect.any(String) as string });
    expect(await list({ targetId, state: 'failed' })).toEqual([]);
    expect((await list({ targetId, state: 'done' })).map((mail) => mail.id)).toEqual([id]);
  });
});

describe('an email that led to requests', () => {
  it('an email that led to requests names them, and is partial when a part of it could not be read', async () => {
    const { targetId, address } = stage.target();
    const xml = (bytes: Uint8Array) => part(['Content-Type: text/xml; name=a.xml'], bytes);
    const documents = [xml(sample('feedback-basic')), xml(Buffer.from('<broken'))];
    await send({ port, to: address, raw: multipart({ to: address }, documents) });
    const mail = await mailOf(targetId);
    expect(mail).toMatchObject({ state: 'partial', requestCount: 1 });
    expect(mail.requestIds).toHaveLength(1);
  });
});

describe('an email to targets of two accounts', () => {
  it('an email to targets of two accounts shows each of them its own part, and is done for the one that says so', async () => {
    const otherAccount = newId();
    const [mine, theirs] = [stage.target(), stage.target(newId(), otherAccount)];
    const raw = wrap({ to: 'list@portal.example' }, sample('feedback-basic'));
    await send({ port, to: [mine.address, theirs.address], raw });
    const [shown, seen] = [await mailOf(mine.targetId), await mailOf(theirs.targetId, as(otherAccount))];
    expect(shown.id).toBe(seen.id);
    expect(shown).toMatchObject({ recipients: [mine.address], targetIds: [mine.targetId], requestCount: 1 });
    expect(seen).toMatchObject({ recipients: [theirs.address], targetIds: [theirs.targetId] });
    expect(JSON.stringify(shown)).not.toContain(theirs.address);
    expect(shown.requestIds).toHaveLength(1);
    expect(seen.requestIds).not.toEqual(shown.requestIds);
    expect(await list({ targetId: theirs.targetId })).toEqual([]);
    await stage.bus.ask(finishReceivedMail, { id: shown.id }, stage.caller);
    expect((await get(shown.id, as(otherAccount))).state).toBe('parsed');
    await expect(get(shown.id, as(newId()))).rejects.toBeInstanceOf(NotFound);
  });
});

describe('an email that ends every thread that reads it', () => {
  it('an email that ends every thread that reads it is shown with its headers, and its account cannot have it read again', async () => {
    const apart = await openStage();
    try {
      const smtp = await freePort();
      // No thread is up in that time.
      await apart.start({ SMTP_PORT: String(smtp), READ_TIMEOUT_MS: '1' });
      const { targetId, address } = apart.target();
      await send({ port: smtp, to: address, raw: plainMail({ to: address, subject: 'Zu viel' }, 'Hallo') });
      const { id } = await eventually(async () => {
        const { data } = await apart.bus.ask(listReceivedMails, { targetId }, apart.caller);
        expect(data).toMatchObject([{ state: 'failed', subject: 'Zu viel' }]);
        return data[0]!;
      });
      const mail = await apart.bus.ask(getReceivedMail, { id }, apart.caller);
      expect(mail).toMatchObject({
        text: '',
        attachments: [],
        problems: [{ failureCode: 'unsupported_format' }],
      });
      const again = apart.bus.ask(reparseReceivedMail, { id }, apart.caller);
      await expect(again).rejects.toMatchObject({ code: 'mail-unreadable' });
    } finally {
      await apart.close();
    }
  });
});
