import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AuditEntry, NewDashboardLink } from '@estate/contracts';
import type { Browser, FrameLocator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumBinary, eventually } from '@estate/testing';
import { openWindow } from './support/browser.ts';
import type { Watched } from './support/browser.ts';
import { seriousBarriers } from './support/dashboard-page.ts';
import { sharedBrowser } from './support/shared/use-shared.ts';
import { START_TIMEOUT_MS, sharedWorld } from './support/world.ts';
import type { CustomerAccount, World } from './support/world.ts';

let world: World;
let browser: Browser;
let customer: CustomerAccount;
/** The software of the customer, with a page that shows its query parameter `url` in a frame. */
let software: Server;
let port: number;

const create = (wish: object) => customer.api.post<NewDashboardLink>('/account/dashboard-links', wish);

/** The origin of the software, by one of the names of this machine. */
const softwareAt = (host: '127.0.0.1' | 'localhost'): string => `http://${host}:${String(port)}`;

/** The frame in the page of the software. */
async function embed(
  { page }: Watched,
  url: string,
  host: Parameters<typeof softwareAt>[0] = '127.0.0.1',
): Promise<FrameLocator> {
  await page.goto(`${softwareAt(host)}/?url=${encodeURIComponent(url)}`);
  return page.frameLocator('iframe');
}

const open = () =>
  openWindow(browser, [
    new URL(world.stack.apiUrl).origin,
    ...[softwareAt('127.0.0.1'), softwareAt('localhost')],
  ]);

/** What was done with a link, as the audit log says. */
async function actionsOf(linkId: string): Promise<string[]> {
  const { data } = await customer.api.get<{ data: AuditEntry[] }>(`/audit-log?actorId=${linkId}`);
  for (const { actor } of data) expect(actor).toMatchObject({ kind: 'link', id: linkId });
  return data.map(({ action }) => action);
}

const frameOf = (page: Page) => {
  const frame = page.frames().find((one) => one !== page.mainFrame());
  if (!frame) throw new Error('the page has no frame');
  return frame;
};

describe.skipIf(chromiumBinary() === undefined)(
  'pages of the dashboard in the software of a customer',
  () => {
    beforeAll(async () => {
      [world, browser] = await Promise.all([sharedWorld(), sharedBrowser()]);
      customer = await world.account('Beispiel Wohnen GmbH');
      software = createServer((request, response) => {
        const url = new URL(request.url ?? '/', 'http://software').searchParams.get('url') ?? '';
        response.setHeader('content-type', 'text/html');
        const frame = `<iframe src="${url}" width="1100" height="800" title="Webhooks"></iframe>`;
        response.end(
          `<!doctype html><html lang="en"><title>Software</title><h1>Software</h1>${frame}</html>`,
        );
      });
      await new Promise<void>((resolve) => software.listen(0, '127.0.0.1', resolve));
      ({ port } = software.address() as AddressInfo);
    }, START_TIMEOUT_MS);
    afterAll(async () => {
      await new Promise((resolve) => software.close(resolve));
      await browser?.close();
      await world?.close();
    });

    it('a person creates, tests and pauses a webhook in a frame, and the audit log says who it was', async () => {
      const window = await open();
      const link = await create({
        pages: ['webhooks'],
        name: 'Anna Adler',
        embedOrigins: [softwareAt('127.0.0.1')],
      });
      const frame = await embed(window, link.url);
      await frame.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor();
      const address = frameOf(window.page).url();
      expect(new URL(address).hash).toBe('');
      expect(new URL(address).pathname).toBe(`/dashboard/link/${link.id}/webhooks`);

      await frame.getByRole('link', { name: 'New webhook' }).first().click();
      await frame.getByLabel('Address *').fill(`${world.stack.receiverUrl}/hooks/embedded`);
      await frame.getByRole('button', { name: 'Create webhook' }).click();
      await frame.getByRole('heading', { level: 2, name: 'Signing key' }).waitFor();
      await frame.getByRole('button', { name: 'Send a test event' }).click();
      await frame.getByRole('heading', { level: 2, name: 'Request body' }).waitFor();
      expect(await seriousBarriers(window.page)).toEqual([]);

      await frame.locator('a.up').click();
      await frame.getByRole('button', { name: 'Pause' }).click();
      await frame.getByRole('button', { name: 'Resume' }).waitFor();
      expect(await actionsOf(link.id)).toEqual(['session.started', 'webhook.created', 'webhook.paused']);
      expect([window.outside, window.complaints]).toEqual([[], []]);

      // This browser blocks the storage of frames of other sites, so a reload needs another link.
      await window.page.reload();
      await frame.getByRole('heading', { level: 1, name: 'This page has ended' }).waitFor();
      await window.page.context().close();
    });

    it('a person connects a portal and checks it in a frame, which shows nothing of properties and emails', async () => {
      const window = await open();
      const link = await create({
        pages: ['webhooks', 'targets'],
        embedOrigins: [softwareAt('127.0.0.1')],
        returnUrl: softwareAt('127.0.0.1'),
      });
      const frame = await embed(window, link.url);
      await frame.getByRole('link', { name: 'Portals', exact: true }).click();
      await frame.getByRole('link', { name: 'New portal' }).first().click();
      const user = world.stack.ftpUsers[0];
      await frame.getByLabel('Platform').selectOption('immowelt');
      const values = {
        'Host *': 'localhost',
        Port: String(world.stack.ftpPort),
        'User name *': user?.username ?? '',
        'Password *': user?.password ?? '',
        'Provider number *': 'A-1001',
      };
      for (const [label, value] of Object.entries(values)) await frame.getByLabel(label).fill(value);
      await frame.getByRole('button', { name: 'Add portal' }).click();
      await frame.getByRole('button', { name: 'Check the credentials' }).click();
      await frame.getByText('All steps succeeded').waitFor();
      expect(await frame.getByRole('heading', { level: 2, name: 'Listings' }).count()).toBe(0);
      expect(await seriousBarriers(window.page)).toEqual([]);
      expect([window.outside, window.complaints]).toEqual([[], []]);
      await frame.getByRole('link', { name: 'Back' }).click();
      await window.page.waitForURL(`${softwareAt('127.0.0.1')}/`);
      await window.page.context().close();
    });

    it('a page of an origin that the link does not name cannot show it, and does not use it up', async () => {
      const window = await open();
      const link = await create({ pages: ['webhooks'], embedOrigins: [softwareAt('127.0.0.1')] });
      await embed(window, link.url, 'localhost');
      await eventually(() => window.complaints.some((one) => one.includes('frame-ancestors')));
      await embed(window, `${world.stack.apiUrl}/dashboard/webhooks`);
      await eventually(() => window.complaints.filter((one) => one.includes('frame-ancestors')).length > 1);
      const frame = await embed(window, link.url);
      await frame.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor();
      expect(await actionsOf(link.id)).toEqual(['session.started']);
      await window.page.context().close();
    });

    it('a link that was opened elsewhere, or was revoked, shows how to go on, in both languages', async () => {
      const [first, second] = [await open(), await open()];
      const link = await create({ pages: ['webhooks'] });
      await first.page.goto(link.url);
      await first.page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor();
      await second.page.goto(link.url);
      await second.page.getByRole('heading', { level: 1, name: 'This page has ended' }).waitFor();
      expect(await seriousBarriers(second.page)).toEqual([]);

      await first.page.goto(`${world.stack.apiUrl}/dashboard/link/${link.id}/properties`);
      await first.page.getByRole('heading', { level: 1, name: 'Not found' }).waitFor();
      await first.page.goto(`${world.stack.apiUrl}/dashboard/link/${link.id}`);
      await first.page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor();
      await first.page.getByRole('button', { name: 'Deutsch' }).click();
      await customer.api.delete(`/account/dashboard-links/${link.id}`);
      await first.page.getByRole('heading', { level: 1, name: 'Diese Seite ist abgelaufen' }).waitFor();
      for (const { page } of [first, second]) await page.context().close();
    });
  },
);
