import { afterEach, describe, expect, it } from 'vitest';
import { PortalFixture, ask, packageOf, upload } from './portal-fixture.ts';

const fixture = new PortalFixture();
afterEach(() => fixture.cleanUp());

const CONTENT = Buffer.alloc(300_000, 7);

describe('a fault on demand', () => {
  it('refuses the login as often as ordered, and only for the user it names', async () => {
    const portal = await fixture.portal();
    portal.faults.set({ loginRefused: true, user: 'anna', times: 1 });
    await fixture.client(portal, { user: 'bert', password: 'other' });
    await expect(fixture.client(portal)).rejects.toMatchObject({ code: 530 });
    await fixture.client(portal);
  });

  it.each([
    ['permission denied', { permissionDenied: true } as const, 550],
    ['a name not allowed', { permissionDenied: 553 } as const, 553],
    ['a full disk', { diskFull: { afterBytes: 1000 } }, 452],
    ['an exhausted quota', { diskFull: { afterBytes: 0, code: 552 } } as const, 552],
  ])('answers STOR with %s, and the session goes on', async (_title, fault, code) => {
    const portal = await fixture.portal();
    const client = await fixture.client(portal);
    portal.faults.set({ ...fault, times: 1 });
    await expect(upload(client, CONTENT, 'p.zip')).rejects.toThrow();
    const store = portal.log.entries().find(({ command }) => command === 'STOR');
    expect(store?.reply).toBe(code);
    expect(await ask(portal, 'api/packages')).toEqual([]);
    await upload(await fixture.client(portal), CONTENT, 'q.bin');
    expect(await portal.files('anna')).toContainEqual({ name: 'q.bin', size: CONTENT.length });
  });

  it.each([
    [0, 0],
    [1000, 1000],
    [0.5, 150_000],
    [1, 300_000],
  ])('cuts the session at %d of an upload and imports nothing', async (dropDataAt, size) => {
    const portal = await fixture.portal();
    const client = await fixture.client(portal);
    portal.faults.set({ dropDataAt, times: 1 });
    await expect(upload(client, CONTENT, 'p.zip.part')).rejects.toThrow();
    expect(await portal.files('anna')).toEqual([{ name: 'p.zip.part', size }]);
    expect(await ask(portal, 'api/packages')).toEqual([]);
  });

  it.each(['USER', 'PASS', 'PASV', 'STOR'] as const)('falls silent on %s', async (hangOn) => {
    const portal = await fixture.portal();
    portal.faults.set({ hangOn });
    const whole = fixture.client(portal).then((client) => upload(client, CONTENT, 'p.zip'));
    await expect(whole).rejects.toThrow(/timeout/i);
    const last = portal.log.entries().at(-1);
    expect(last?.command).toBe(hangOn === 'PASV' ? 'EPSV' : hangOn);
    expect(last?.reply).toBe(hangOn === 'STOR' ? 150 : undefined);
  });

  it('refuses connections: on connecting for everyone, on PASS for one user', async () => {
    const portal = await fixture.portal();
    portal.faults.set({ tooManyConnections: true, times: 1 });
    await expect(fixture.client(portal)).rejects.toMatchObject({ code: 421 });
    portal.faults.set({ tooManyConnections: true, times: 1, user: 'anna' });
    await expect(fixture.client(portal)).rejects.toMatchObject({ code: 421 });
    await fixture.client(portal);
  });

  it('refuses connections above the limit', async () => {
    const portal = await fixture.portal({ maxConnections: 1 });
    await fixture.client(portal);
    await expect(fixture.client(portal)).rejects.toMatchObject({ code: 421 });
  });

  it('refuses the rename and the directory', async () => {
    const portal = await fixture.portal();
    const client = await fixture.client(portal);
    await upload(client, await packageOf({}), 'p.part');
    portal.faults.set({ renameRefused: true, missingDirectory: true, times: 1 });
    await expect(client.rename('p.part', 'p.zip')).rejects.toMatchObject({ code: 553 });
    await expect(client.cd('/')).rejects.toMatchObject({ code: 550 });
    expect(await ask(portal, 'api/packages')).toEqual([]);
    await client.rename('p.part', 'p.zip');
    await client.cd('/');
    expect(await ask<unknown[]>(portal, 'api/objects')).toHaveLength(1);
  });

  it('is ordered and cleared over HTTP, and a senseless order is refused', async () => {
    const portal = await fixture.portal();
    const order = (body: unknown): Promise<Response> =>
      fetch(`${portal.url}api/faults`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      });
    expect((await order([{ loginRefused: true }, { hangOn: 'PASS', user: 'bert' }])).status).toBe(200);
    expect(portal.faults.list()).toHaveLength(2);
    expect((await order({ hangOn: 'QUIT' })).status).toBe(400);
    await fetch(`${portal.url}api/faults`, { method: 'DELETE' });
    await fixture.client(portal);
  });
});
