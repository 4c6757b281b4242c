import { afterEach, describe, expect, it } from 'vitest';
import type { CommandEntry } from './command-log.ts';
import { PortalFixture, ask, filesOf, upload } from './portal-fixture.ts';
import type { FtpPortal } from './start-ftp-portal.ts';

const fixture = new PortalFixture();
afterEach(() => fixture.cleanUp());

const order = (portal: FtpPortal, faults: unknown): Promise<Response> =>
  fetch(`${portal.url}api/faults`, {
    method: 'POST',
    body: JSON.stringify(faults),
    headers: { 'content-type': 'application/json' },
  });

const CONTENT = Buffer.alloc(300_000, 7);

describe('a fault on demand', () => {
  it('a login is refused as often as ordered, and only for the named user', async () => {
    const portal = await fixture.portal();
    await order(portal, { loginRefused: true, user: 'anna', times: 1 });
    await fixture.client(portal, { user: 'bert', password: 'other' });
    await expect(fixture.client(portal)).rejects.toMatchObject({ code: 530 });
    await fixture.client(portal);
  });

  it.each([
    ['permission denied', { permissionDenied: true } as const, 550],
    ['a name not allowed', { permissionDenied: 553 } as const, 553],
    ['a full disk', { diskFull: { afterBytes: 1000 } }, 452],
    ['an exhausted quota', { diskFull: { afterBytes: 0, code: 552 } } as const, 552],
  ])('STOR is answered with %s, and the session continues', async (_title, fault, code) => {
    const portal = await fixture.portal();
    const client = await fixture.client(portal);
    await order(portal, { ...fault, times: 1 });
    await expect(upload(client, CONTENT, 'p.zip')).rejects.toThrow();
    const store = (await ask<CommandEntry[]>(portal, 'api/log')).find(({ command }) => command === 'STOR');
    expect(store?.reply).toBe(code);
    expect(await ask(portal, 'api/packages')).toEqual([]);
    await upload(await fixture.client(portal), CONTENT, 'q.bin');
    expect(await filesOf(portal, 'anna')).toContainEqual({ name: 'q.bin', size: CONTENT.length });
  });

  it.each([
    [0, 0],
    [1000, 1000],
    [0.5, 150_000],
    [1, 300_000],
  ])('a session that is cut at %d of an upload imports nothing', async (dropDataAt, size) => {
    const portal = await fixture.portal();
    const client = await fixture.client(portal);
    await order(portal, { dropDataAt, times: 1 });
    await expect(upload(client, CONTENT, 'p.zip.part')).rejects.toThrow();
    expect(await filesOf(portal, 'anna')).toEqual([{ name: 'p.zip.part', size }]);
    expect(await ask(portal, 'api/packages')).toEqual([]);
  });

  it('faults are ordered, listed and cleared over HTTP, and an invalid order is refused', async () => {
    const portal = await fixture.portal();
    const orders = [{ loginRefused: true }, { diskFull: { afterBytes: 1 }, slowMs: 1, user: 'bert' }];
    expect((await order(portal, orders)).status).toBe(204);
    expect(await ask(portal, 'api/faults')).toEqual([
      { loginRefused: true },
      { diskFull: { afterBytes: 1, code: 452 }, user: 'bert' },
      { slowMs: 1, user: 'bert' },
    ]);
    await fetch(`${portal.url}api/faults?user=bert`, { method: 'DELETE' });
    expect(await ask(portal, 'api/faults')).toEqual([{ loginRefused: true }]);
    expect((await order(portal, { permissionDenied: 551 })).status).toBe(400);
    expect((await order(portal, { hangOn: 'PASS' })).status).toBe(400);
    await fetch(`${portal.url}api/faults`, { method: 'DELETE' });
    await fixture.client(portal);
  });
});
