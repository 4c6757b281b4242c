import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRequest, listMails, listRequests, reparseMail } from '@estate/contracts';
import type { ContactRequest, DataOf, MailState, RequestCreated } from '@estate/contracts';
import { NotFound } from '@estate/errors';
import { newId } from '@estate/persistence';
import { eventually, freePort, selfSigned } from '@estate/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TOO_MANY_PEOPLE } from './heavy-mails.ts';
import { HOSTILE } from './hostile.ts';
import { FORMS, forwarded, multipart, part, plainMail } from './mail-forms.ts';
import { sample } from './samples.ts';
import { send } from './smtp-client.ts';
import { openStage } from './stage.ts';
import type { Stage } from './stage.ts';

const CREATED = 'event.request.created';
const FAILED = 'event.request.parsing_failed';
let stage: Stage;
let port: number;
const keys = mkdtempSync(join(tmpdir(), 'estate-inbox-'));

beforeAll(async () => {
  stage = await openStage();
  port = await freePort();
  const { key, cert } = selfSigned('mx.example.org');
  writeFileSync(join(keys, 'key.pem'), key);
  writeFileSync(join(keys, 'cert.pem'), cert);
  await stage.start({
    SMTP_PORT: String(port),
    SMTP_CERTIFICATE_FILE: join(keys, 'cert.pem'),
    SMTP_KEY_FILE: join(keys, 'key.pem'),
    INBOX_FORWARDED_DOMAINS: 'mail.customer.example',
    MAIL_MAX_BYTES: '2000000',
  });
});
afterAll(async () => {
  await stage.close();
  rmSync(keys, { recursive: true });
});

const wrap = FORMS['a plain attachment']!;
const messagesFor = (targetId: string) =>
  stage.published.filter(({ data }) => (data as ContactRequest).targetId === targetId);
const messagesOnce = (targetId: string, count = 1) =>
  eventually(() => {
    const messages = messagesFor(targetId);
    expect(messages).toHaveLength(count);
    return messages;
  });
const mails = async (state?: MailState) =>
  (await stage.bus.ask(listMails, { limit: 100, order: 'desc', ...(state && { state }) }, stage.caller)).data;
const mailTo = async (address: string) =>
  (await mails()).find(({ recipients }) => recipients.includes(address));

describe('an email with a contact request', () => {
  it('an email with a contact request becomes a request, an event of the same content, and can be listed and got', async () => {
    const { targetId, address } = stage.target();
    const propertyId = newId();
    stage.properties.set('P-77', propertyId);
    await send({ port, to: address, raw: wrap({ to: address }, sample('feedback-basic')) });
    const [event] = await messagesOnce(targetId);
    stage.properties.clear();
    expect(event?.subject).toBe(CREATED);
    const { propertyType, ...request } = event!.data as DataOf<typeof RequestCreated>;
    expect(propertyType).toBe('houseRent');
    expect(request).toMatchObject({ targetId, propertyId, prospect: { lastName: 'Müller-Groß' } });
    expect(Object.keys(request).sort()).toEqual(
      ['createdAt', 'handling', 'id', 'message', 'propertyId', 'propertyProvidedByPlatform', 'prospect', 'targetId'],
    ); // oxfmt-ignore
    expect(request.handling).toEqual({ state: 'new' });
    expect(await stage.bus.ask(getRequest, { id: request.id }, stage.caller)).toEqual(request);
    const list = (query: object) => stage.bus.ask(listRequests, query, stage.caller);
    expect(await list({ targetId, propertyId, count: true })).toEqual({
      ...{ hasMore: false, data: [request], count: 1 },
    });
    expect((await list({ propertyId: newId() })).data).toEqual([]);
    const stranger = { ...stage.caller, accountId: newId() };
    await expect(stage.bus.ask(getRequest, { id: request.id }, stranger)).rejects.toBeInstanceOf(NotFound);
    expect((await stage.bus.ask(listRequests, {}, stranger)).data).toEqual([]);
  });

  it('an email with a contact request makes one request for each person, without a property when none is known', async () => {
    const { targetId, address } = stage.target();
    await send({
      port,
      to: address,
      raw: wrap({ to: address }, sample('feedback-two-objects-three-prospects')),
    });
    const messages = await messagesOnce(targetId, 3);
    expect(messages.map(({ data }) => (data as ContactRequest).message).sort()).toEqual(['A', 'B', 'C']);
    for (const { data } of messages) expect(data).not.toHaveProperty('propertyId');
  });

  it('an email with a contact request that comes twice, by other ways and with other line endings, is one', async () => {
    const { targetId, address } = stage.target();
    const raw = wrap({ to: address }, sample('feedback-basic'));
    await send({ port, to: address, raw });
    await messagesOnce(targetId);
    const again = Buffer.from(
      `Received: from elsewhere\r\nDelivered-To: ${address}\r\n${raw.toString('latin1')}`,
      'latin1',
    );
    await send({ port, to: address, raw: again });
    const marker = stage.target();
    await send({ port, to: marker.address, raw: wrap({ to: marker.address }, sample('feedback-basic')) });
    await messagesOnce(marker.targetId);
    expect(messagesFor(targetId)).toHaveLength(1);
  });

  it('an email with a contact request for two targets is published for both, also when the second copy comes later', async () => {
    const [a, b, c] = [stage.target(), stage.target(), stage.target()];
    const raw = wrap({ to: 'list@portal.example' }, sample('feedback-basic'));
    await send({ port, to: [a.address, b.address], raw });
    await Promise.all([messagesOnce(a.targetId), messagesOnce(b.targetId)]);
    await send({ port, to: c.address, raw });
    await messagesOnce(c.targetId);
    expect([a, b].map(({ targetId }) => messagesFor(targetId).length)).toEqual([1, 1]);
  });

  it('an email with a contact request finds its target inside a forwarded part', async () => {
    const { targetId, address } = stage.target();
    const inner = wrap({ to: address }, sample('feedback-basic'));
    const raw = forwarded({ to: 'office@mail.customer.example' }, inner);
    await send({ port, to: 'office@mail.customer.example', raw });
    await messagesOnce(targetId);
  });
});

describe('an email without a request', () => {
  it('an email without a request is published as one failure with the content of the email', async () => {
    const { targetId, address } = stage.target();
    await send({ port, to: address, raw: plainMail({ to: address, subject: 'Urlaub' }, 'Bin weg.') });
    const [event] = await messagesOnce(targetId);
    expect(event).toMatchObject({
      subject: FAILED,
      data: {
        targetId,
        failureCode: 'no_xml_attachment',
        sender: 'portal@portal.example',
        recipient: address,
        subject: 'Urlaub',
        body: expect.stringContaining('Bin weg.'),
      },
    });
  });

  it('an email without a request that is hostile fails, and the next one is read', async () => {
    for (const make of Object.values(HOSTILE)) {
      const { targetId, address } = stage.target();
      // What is larger than allowed is refused and published as a failure.
      await send({ port, to: address, raw: make(address) }).catch((error: unknown) => {
        expect(error).toMatchObject({ responseCode: 552 });
      });
      const [event] = await messagesOnce(targetId);
      expect(event?.subject).toBe(FAILED);
    }
    const { targetId, address } = stage.target();
    await send({ port, to: address, raw: wrap({ to: address }, sample('feedback-basic')) });
    expect((await messagesOnce(targetId))[0]?.subject).toBe(CREATED);
  });

  it('an email without a request is too large at 40 MB: refused, published as a failure, and not stored', async () => {
    const { targetId, address } = stage.target();
    const raw = multipart({ to: address }, [part(['Content-Type: image/jpeg'], Buffer.alloc(5_000_000, 1))]);
    await expect(send({ port, to: address, raw })).rejects.toMatchObject({ responseCode: 552 });
    const [event] = await messagesOnce(targetId);
    expect(event?.data).toMatchObject({ failureCode: 'too_large', recipient: address });
    expect((await mailTo(address))?.sizeBytes).toBeGreaterThan(5_000_000);
    const endless = Buffer.concat([raw, Buffer.alloc(40_000_000, 'x\r\n')]);
    await expect(send({ port, to: address, raw: endless })).rejects.toThrow();
  });
});

describe('an email of which a part cannot be used', () => {
  it('an email of which a part cannot be used is published as its requests and as one failure that names the rest', async () => {
    const { targetId, address } = stage.target();
    const xml = (bytes: Uint8Array) => part(['Content-Type: text/xml; name=a.xml'], bytes);
    const raw = multipart({ to: address }, [xml(sample('feedback-basic')), xml(Buffer.from('<broken'))]);
    await send({ port, to: address, raw });
    const messages = await messagesOnce(targetId, 2);
    expect(messages.map(({ subject }) => subject).sort()).toEqual([FAILED, CREATED].sort());
    expect(messages.find(({ subject }) => subject === FAILED)?.data).toMatchObject({
      failureCode: 'xml_malformed',
      requestCount: 1,
      problems: [{ failureCode: 'xml_malformed', part: 'a.xml', count: 1 }],
    });
    expect(await mailTo(address)).toMatchObject({ state: 'parsed', failureCode: 'xml_malformed' });
  });

  it('an email of which a part cannot be used with too many people is published up to the limit, also when it is read again', async () => {
    const { targetId, address } = stage.target();
    const [make] = Object.values(TOO_MANY_PEOPLE);
    await send({ port, to: address, raw: make!(address) });
    const failed = await eventually(() => {
      const [event] = messagesFor(targetId).filter(({ subject }) => subject === FAILED);
      expect(event).toBeDefined();
      return event!;
    });
    const { requestCount } = failed.data as { requestCount: number };
    expect(failed.data).toMatchObject({
      failureCode: 'limit_exceeded',
      problems: [{ count: 10_000 - requestCount }],
    });
    await messagesOnce(targetId, requestCount + 1);
    const { id } = (await mailTo(address))!;
    await stage.bus.ask(reparseMail, { id }, stage.caller);
    await eventually(async () => expect((await mailTo(address))?.state).toBe('parsed'));
    expect(messagesFor(targetId)).toHaveLength(requestCount + 1);
    const [request] = (await stage.bus.ask(listRequests, { targetId, limit: 1 }, stage.caller)).data;
    expect(request?.message).toMatch(/^Ich habe Interesse\.\nGuten Tag\./);
  });
});

describe('a recipient that nobody knows', () => {
  it('a recipient that nobody knows is refused by SMTP, and kept in quarantine without an event where the domain is forwarded', async () => {
    const unknown = `${newId()}@requests.example.org`;
    const raw = wrap({ to: unknown }, sample('feedback-basic'));
    await expect(send({ port, to: unknown, raw })).rejects.toMatchObject({ responseCode: 550 });
    await expect(send({ port, to: 'someone@elsewhere.example', raw })).rejects.toMatchObject({
      responseCode: 550,
    });
    const before = stage.published.length;
    const emailId = newId();
    const address = `${emailId}@mail.customer.example`;
    await send({ port, to: address, raw });
    const mail = await eventually(async () => {
      const found = (await mails('quarantined')).find(({ recipients }) => recipients.includes(address));
      expect(found).toBeDefined();
      return found!;
    });
    expect(stage.published).toHaveLength(before);

    // The target is made afterwards: the operator has the email read again.
    const { targetId } = stage.target(emailId);
    await stage.bus.ask(reparseMail, { id: mail.id }, stage.caller);
    expect((await messagesOnce(targetId))[0]?.subject).toBe(CREATED);
    await eventually(async () =>
      expect(await mailTo(address)).toMatchObject({ state: 'parsed', requestCount: 1 }),
    );
  });
});

describe('reading an email again', () => {
  it.each([
    ['a request', (to: string) => wrap({ to }, sample('feedback-basic'))],
    ['a failure', (to: string) => plainMail({ to }, 'Hallo')],
  ])('tells nothing twice: %s', async (_what, make) => {
    const { targetId, address } = stage.target();
    await send({ port, to: address, raw: make(address) });
    await messagesOnce(targetId);
    const mail = await eventually(async () => {
      const found = await mailTo(address);
      expect(found?.state).not.toBe('pending');
      return found!;
    });
    for (const _ of [1, 2]) await stage.bus.ask(reparseMail, { id: mail.id }, stage.caller);
    await eventually(async () => expect((await mailTo(address))?.state).toBe(mail.state));
    expect(messagesFor(targetId)).toHaveLength(1);
    expect((await stage.bus.ask(listRequests, { targetId }, stage.caller)).data).toHaveLength(
      mail.requestCount,
    );
  });

  it('reading an email again is refused for an email that is not there', async () => {
    const again = stage.bus.ask(reparseMail, { id: newId() }, stage.caller);
    await expect(again).rejects.toMatchObject({ code: 'mail-not-found' });
  });
});

describe('the SMTP port', () => {
  it('the SMTP port offers STARTTLS', async () => {
    const { targetId, address } = stage.target();
    await send({ port, to: address, raw: wrap({ to: address }, sample('feedback-basic')), startTls: true });
    await messagesOnce(targetId);
  });
});
