import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { READY_DOCUMENTS } from './feedback-documents.ts';
import type { WebServer } from '../web-server.ts';
import { startMailDrop } from './start-mail-drop.ts';

const TO = 'd1a2b3c4e5f6g7h8i9j0@requests.example.org';
let received: string[];
let smtp: Server;
let drop: WebServer;

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
    const order = { to: TO, document: 'own', lastName: '<Kurz & Klein>', externalId: 'P-1' };
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
  });

  it('accepted and refused emails are listed on the page', async () => {
    await post('api/mails', { to: TO });
    const refused = await post('api/mails', { to: 'nobody@requests.example.org' });
    expect(refused.status).toBe(502);
    const page = await (await fetch(drop.url)).text();
    expect(page).toContain('taken');
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

  it.each([{}, { to: 'nobody' }, { to: TO, document: 'unheard-of' }, { to: TO, colour: 'red' }])(
    'an invalid order is refused: %j',
    async (order) => {
      expect((await post('api/mails', order)).status).toBe(400);
      expect(received).toEqual([]);
    },
  );
});
