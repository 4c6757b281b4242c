import { once } from 'node:events';
import { createTransport } from 'nodemailer';
import { createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { READY_DOCUMENTS } from './feedback-documents.ts';
import { startMailDrop } from './start-mail-drop.ts';
import type { MailDrop } from './start-mail-drop.ts';

const TO = 'd1a2b3c4e5f6g7h8i9j0@requests.example.org';
let received: string[];
let smtp: Server;
let drop: MailDrop;

/** As much of a mail server as a sender needs; refuses every recipient that begins with `no`. */
function fakeSmtp(): Server {
  return createServer((socket) => {
    let data: string | undefined;
    socket.on('error', () => undefined);
    socket.write('220 fake\r\n');
    socket.on('data', (chunk) => {
      if (data !== undefined) {
        data += chunk.toString();
        if (!data.endsWith('\r\n.\r\n')) return;
        received.push(data);
        data = undefined;
        socket.write('250 stored\r\n');
      } else if (/^data/i.test(chunk.toString())) {
        data = '';
        socket.write('354 go on\r\n');
      } else if (/^rcpt to:<no/i.test(chunk.toString())) socket.write('550 unknown\r\n');
      else socket.write('250 ok\r\n');
    });
  });
}

beforeEach(async () => {
  received = [];
  smtp = fakeSmtp().listen(0, '127.0.0.1');
  await once(smtp, 'listening');
  drop = await startMailDrop({ port: 0, smtpPort: (smtp.address() as AddressInfo).port });
});
afterEach(async () => {
  await drop.close();
  smtp.close();
});

const post = (path: string, body: object) =>
  fetch(`${drop.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

describe('the mail drop', () => {
  it('every prepared email is sent to the given address', async () => {
    for (const { name } of READY_DOCUMENTS) {
      const response = await post('api/mails', { to: TO, document: name });
      expect(response.status, name).toBe(201);
    }
    expect(received).toHaveLength(READY_DOCUMENTS.length);
    for (const mail of received) expect(mail).toContain(`To: ${TO}`);
    expect(received[0]).toContain('filename=kontakt.xml');
  });

  it('markup that a person types is escaped in the document', async () => {
    const order = { to: TO, document: 'own', lastName: '<Kurz & Klein>', externalId: 'P-1', title: 'Plot' };
    expect(await (await post('api/mails', order)).json()).toMatchObject({
      accepted: true,
      to: TO,
      document: 'own',
    });
    const encoded =
      /filename=kontakt\.xml\r\n(?:.+\r\n)*\r\n([^]*?)\r\n--/.exec(received[0] ?? '')?.[1] ?? '';
    const xml = Buffer.from(encoded, 'base64').toString();
    expect(xml).toContain('<nachname>&lt;Kurz &amp; Klein&gt;</nachname>');
    expect(xml).toContain('<oobj_id>P-1</oobj_id>');
    expect(xml).toContain('<bezeichnung>Plot</bezeichnung>');
  });

  it('accepted and refused emails are listed on the page', async () => {
    await post('api/mails', { to: TO });
    const refused = await post('api/mails', { to: 'nobody@requests.example.org' });
    expect(refused.status).toBe(502);
    const page = await (await fetch(drop.url)).text();
    expect(page).toContain('accepted');
    expect(page).toContain('550 unknown');
    for (const { title } of READY_DOCUMENTS) expect(page).toContain(title);
  });

  it('the form sends an email and returns to the page', async () => {
    const body = new URLSearchParams({ to: TO, externalId: 'P-5', document: 'latin1' });
    const response = await fetch(`${drop.url}send`, { method: 'POST', body });
    expect(response.status).toBe(200);
    expect(await response.text()).toContain(TO);
    const sent: unknown = await (await fetch(`${drop.url}api/mails`)).json();
    expect(sent).toMatchObject([{ document: 'latin1', accepted: true }]);
  });

  it('an email of the service is received, listed by recipient and shown on the page', async () => {
    const transport = createTransport({ host: '127.0.0.1', port: drop.receivePort, ignoreTLS: true });
    const mail = { from: 'service@example.org', to: 'it@example.org', subject: 'Für <CRM>', text: 'Grüße' };
    await transport.sendMail(mail);
    const list = async (to: string) => (await fetch(`${drop.url}api/received?to=${to}`)).json();
    expect(await list('it@example.org')).toMatchObject([
      { from: 'service@example.org', to: ['it@example.org'], subject: 'Für <CRM>', text: 'Grüße\n' },
    ]);
    expect(await list('other@example.org')).toEqual([]);
    expect(await (await fetch(drop.url)).text()).toContain('Für &lt;CRM&gt;');
    transport.close();
  });

  it('an email of the service is refused as often as was ordered', async () => {
    const transport = createTransport({ host: '127.0.0.1', port: drop.receivePort, ignoreTLS: true });
    const mail = { from: 'service@example.org', to: 'it@example.org', text: 'x' };
    await post('api/received/refuse', { status: 451 });
    await expect(transport.sendMail(mail)).rejects.toThrow('451');
    await transport.sendMail(mail);
    expect(await (await fetch(`${drop.url}api/received`)).json()).toHaveLength(1);
    transport.close();
  });

  it.each([{}, { to: 'nobody' }, { to: TO, document: 'unheard-of' }, { to: TO, colour: 'red' }])(
    'an invalid order is refused: %j',
    async (order) => {
      expect((await post('api/mails', order)).status).toBe(400);
      expect(received).toEqual([]);
    },
  );
});
