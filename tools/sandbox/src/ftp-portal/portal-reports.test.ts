import { SMTPServer } from 'smtp-server';
import { buffer } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { PortalFixture, ask, objectXml, upload, zipOf } from './portal-fixture.ts';
import type { FtpPortal } from './start-ftp-portal.ts';

const fixture = new PortalFixture();
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  await fixture.cleanUp();
  for (const close of closing.splice(0)) await close();
});

/** A mail server that keeps what it gets, after it has refused some. */
async function mailServer(refused = 0): Promise<{ port: number; mails: string[] }> {
  const mails: string[] = [];
  let left = refused;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      void buffer(stream).then((raw) => {
        if (left === 0) mails.push(raw.toString());
        done(left === 0 ? null : new Error('Try again later.'));
        left = Math.max(0, left - 1);
      });
    },
  });
  const port = await new Promise<number>((resolve) => {
    const listening = server.listen(0, '127.0.0.1', () => {
      resolve((listening.address() as { port: number }).port);
    });
  });
  closing.push(() => new Promise((resolve) => server.close(() => resolve())));
  return { port, mails };
}

const packageWith = (number: string): Promise<Buffer> =>
  zipOf({
    'openimmo.xml': `<openimmo><uebertragung umfang="TEIL" techn_email="r@requests.example"/><anbieter>${objectXml({ number })}</anbieter></openimmo>`,
  });

const order = async (portal: FtpPortal, body: object) =>
  (
    await fetch(`${portal.url}api/reports`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  ).status;

describe('the reports of the FTP portal', () => {
  it('the portal says by email what it did with each object, once or twice, or wrongly, and refuses in words', async () => {
    const { port, mails } = await mailServer();
    const portal = await fixture.portal({ smtpPort: port });
    const client = await fixture.client(portal);
    const refusals = { 'P-1': 'Kein Kaufpreis' };
    expect(await order(portal, { user: 'anna', format: 'csv', times: 2, refusals })).toBe(204);
    await upload(client, await packageWith('P-1'), 'p1.zip');
    await expect.poll(() => mails).toHaveLength(2);
    expect(Buffer.from(mails[0]?.split('\r\n\r\n').at(-1) ?? '', 'base64').toString()).toContain(
      'Kein Kaufpreis',
    );
    expect(await ask(portal, 'api/objects')).toEqual([]);
    await order(portal, { user: 'anna', format: 'text', isWrong: true });
    await upload(client, await packageWith('P-2'), 'p2.zip');
    await expect.poll(() => mails).toHaveLength(3);
    expect(mails[2]).toMatch(/^To: r@requests\.example\r$/m);
    expect(mails[2]).toContain('Objektnummer: P-2');
    expect(mails[2]).toContain('Status: abgelehnt');
    expect(await ask(portal, 'api/objects')).toMatchObject([{ number: 'P-2' }]);
    expect(await ask(portal, 'api/reports')).toHaveLength(3);
  });

  it('the portal loses an object on request, and reports that, also to a receiver that does not accept its first email', async () => {
    const { port, mails } = await mailServer(1);
    const portal = await fixture.portal({ smtpPort: port });
    const client = await fixture.client(portal);
    await upload(client, await packageWith('P-1'), 'p1.zip');
    expect(await ask(portal, 'api/objects')).toHaveLength(1);
    await order(portal, { user: 'anna', format: 'text' });
    const lost = () => fetch(`${portal.url}api/objects?user=anna&number=P-1`, { method: 'DELETE' });
    const both = await Promise.all([lost(), lost()]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([204, 404]);
    expect(await ask(portal, 'api/objects')).toEqual([]);
    await expect.poll(() => mails, { timeout: 10_000 }).toHaveLength(1);
    expect(mails[0]).toContain('p1.zip');
    expect(Buffer.from(mails[0] ?? '').toString()).toMatch(/Objektnummer: P-1\r?\nStatus: gel/);
  });

  it('a report as CSV links the page of each object that the portal took, if its order says where the pages are', async () => {
    const { port, mails } = await mailServer();
    const portal = await fixture.portal({ smtpPort: port });
    const client = await fixture.client(portal);
    await order(portal, { user: 'anna', format: 'csv', siteUrl: portal.url });
    await upload(client, await packageWith('P 1'), 'p1.zip');
    await expect.poll(() => mails).toHaveLength(1);
    const report = Buffer.from(mails[0]?.split('\r\n\r\n').at(-1) ?? '', 'base64').toString();
    const [link = ''] = /http[^"]+/.exec(report) ?? [];
    expect(link).toBe(`${portal.url}objects/anna/P%201`);
    expect((await fetch(link)).status).toBe(200);
  });

  it('the portal writes into a folder of the user what it did with each object', async () => {
    const portal = await fixture.portal();
    const client = await fixture.client(portal);
    const refusals = { 'P-1': 'Kein Kaufpreis' };
    const how = { user: 'anna', format: 'csv', folder: 'results', refusals };
    expect(await order(portal, how)).toBe(204);
    await upload(client, await packageWith('P-1'), 'p1.zip');
    await expect.poll(() => ask(portal, 'api/reports')).toMatchObject([{ to: 'results' }]);
    expect((await client.list('results')).map(({ name }) => name)).toEqual(['p1.zip.0.protokoll.csv']);
  });

  it('the portal without an order, or without a mail server, stays silent', async () => {
    const portal = await fixture.portal();
    const client = await fixture.client(portal);
    await upload(client, await packageWith('P-1'), 'p1.zip');
    expect(await ask(portal, 'api/objects')).toHaveLength(1);
    expect(await order(portal, { user: 'anna', format: 'text' })).toBe(400);
    expect(await ask(portal, 'api/reports')).toEqual([]);
  });
});
