import { createHash } from 'node:crypto';
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { CommandEntry } from './command-log.ts';
import { selfSigned } from '../certificate.ts';
import {
  PortalFixture,
  ask,
  documentXml,
  filesOf,
  objectXml,
  packageOf,
  upload,
  zipOf,
} from './portal-fixture.ts';
import type { PackageRecord, PortalObject } from './portal-state.ts';

const LOCALHOST = selfSigned('localhost');

const fixture = new PortalFixture();
afterEach(() => fixture.cleanUp());

describe('the FTP portal', () => {
  it('an object is shown once its package has its final name, not before', async () => {
    const portal = await fixture.portal();
    const client = await fixture.client(portal);
    await upload(client, await packageOf({ pictures: ['a.jpg', 'b.jpg'] }), 'p.zip.part');
    expect(await ask(portal, 'api/objects')).toEqual([]);
    expect((await filesOf(portal, 'anna')).map(({ name }) => name)).toEqual(['p.zip.part']);
    await client.rename('p.zip.part', 'p.zip');
    const [object] = await ask<PortalObject[]>(portal, 'api/objects?user=anna');
    expect(object).toMatchObject({
      number: 'P-77',
      title: 'Maisonette',
      city: 'München',
      price: '489000.00',
    });
    expect(object?.media.map(({ path }) => path)).toEqual(['a.jpg', 'b.jpg']);
    expect(object?.fields).toMatchObject({ 'preise/kaufpreis@auf_anfrage': 'false' });
    expect(await ask(portal, 'api/objects?user=bert')).toEqual([]);
    const picture = await fetch(`${portal.url}media/anna/${object?.packageId}/a.jpg`);
    expect(await picture.text()).toBe('picture');
  });

  it('CHANGE replaces and DELETE removes an object, in the order of arrival', async () => {
    const portal = await fixture.portal();
    const client = await fixture.client(portal);
    await upload(client, await packageOf({}), '1.zip');
    await upload(
      client,
      await packageOf({ action: 'CHANGE', title: 'Neu & schön'.replace('&', '&amp;') }),
      '2.zip',
    );
    const [object] = await ask<PortalObject[]>(portal, 'api/objects');
    expect(object).toMatchObject({ title: 'Neu & schön', revision: 2 });
    await upload(client, await packageOf({ action: 'DELETE' }), '3.zip');
    expect(await ask(portal, 'api/objects')).toEqual([]);
    const packages = await ask<PackageRecord[]>(portal, 'api/packages');
    expect(packages.map(({ name, verdict }) => `${name} ${verdict}`)).toEqual([
      '1.zip accepted',
      '2.zip accepted',
      '3.zip accepted',
    ]);
  });

  it.each([
    ['no ZIP at all', () => Promise.resolve(Buffer.from('hello')), 'not a readable ZIP'],
    ['half a ZIP', async () => (await packageOf({})).subarray(0, 200), 'not a readable ZIP'],
    ['no XML', () => zipOf({ 'a.jpg': 'x' }), 'no XML'],
    ['two XML files', () => zipOf({ 'a.xml': '<a/>', 'b.xml': '<b/>' }), '2 XML files'],
    ['XML that is not well-formed', () => zipOf({ 'a.xml': '<openimmo>' }), 'not well-formed'],
    ['XML that is not UTF-8', () => zipOf({ 'a.xml': Buffer.from('<a>\xfc</a>', 'latin1') }), 'not UTF-8'],
    [
      'files that are missing',
      () => zipOf({ 'a.xml': documentXml(objectXml({ pictures: ['gone.jpg'] })) }),
      'does not contain files that the XML names: gone.jpg',
    ],
    ['an unknown action', () => packageOf({ action: 'MERGE' }), 'unknown aktionart MERGE'],
  ])('a package with %s is rejected with a reason', async (_title, content, reason) => {
    const portal = await fixture.portal();
    await upload(await fixture.client(portal), await content(), 'p.zip');
    const [record] = await ask<PackageRecord[]>(portal, 'api/packages');
    expect(record).toMatchObject({ verdict: 'rejected' });
    expect(record?.reason).toContain(reason);
    expect(await ask(portal, 'api/objects')).toEqual([]);
  });

  it('HASH is offered and gives the SHA-256 of a stored file', async () => {
    const portal = await fixture.portal();
    const client = await fixture.client(portal);
    expect((await client.features()).get('HASH')).toBe('SHA-256*');
    await upload(client, Buffer.from('package'), 'p.part');
    const digest = createHash('sha256').update('package').digest('hex');
    expect((await client.send('HASH p.part')).message).toBe(`213 SHA-256 0-7 ${digest} p.part`);
    expect((await client.sendIgnoringError('HASH none')).code).toBe(550);
  });

  it('MLSD and MLST are offered and list files with the seconds of their last change', async () => {
    const directory = await fixture.directory();
    const client = await fixture.client(await fixture.portal({ directory }));
    expect((await client.features()).get('MLST')).toBe('type*;size*;modify*;');
    await client.ensureDir('/results');
    await upload(client, Buffer.from('a'), 'a.csv');
    const changedAt = new Date('2026-11-01T08:30:17.500Z');
    await utimes(join(directory, 'anna/ftp/results/a.csv'), changedAt, changedAt);
    const facts = 'type=file;size=1;modify=20261101083017; a.csv';
    expect((await client.send('MLST a.csv')).message).toBe(`250-Listing\n ${facts}\n250 End`);
    expect((await client.sendIgnoringError('MLST none')).code).toBe(550);
    client.availableListCommands = ['MLSD'];
    expect(await client.list('/results')).toMatchObject([
      { name: 'a.csv', size: 1, isFile: true, modifiedAt: new Date('2026-11-01T08:30:17Z') },
    ]);
    expect(await client.list('/')).toMatchObject([{ name: 'results', isDirectory: true }]);
    await expect(client.list('/none')).rejects.toMatchObject({ code: 550 });
    expect((await client.sendIgnoringError('NOOP')).code).toBe(200);
  });

  it('ADD, which the format does not define, adds an object', async () => {
    const portal = await fixture.portal();
    await upload(await fixture.client(portal), await packageOf({ action: 'ADD', number: 'A' }), 'p.zip');
    expect((await ask<PortalObject[]>(portal, 'api/objects')).map(({ number }) => number)).toEqual(['A']);
  });

  it('a VOLL document replaces the whole stock', async () => {
    const portal = await fixture.portal();
    const client = await fixture.client(portal);
    await upload(client, await packageOf({ number: 'A' }), '1.zip');
    await upload(client, await zipOf({ 'o.xml': documentXml(objectXml({ number: 'B' }), 'VOLL') }), '2.zip');
    expect((await ask<PortalObject[]>(portal, 'api/objects')).map(({ number }) => number)).toEqual(['B']);
  });

  it('packages wait while imports are held, and are imported in their order afterwards', async () => {
    const portal = await fixture.portal();
    const client = await fixture.client(portal);
    const order = (held: unknown) =>
      fetch(`${portal.url}api/imports`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ held }),
      });
    expect((await order('yes')).status).toBe(400);
    await order(true);
    await upload(client, await packageOf({ title: 'first' }), '1.zip');
    await upload(client, await packageOf({ title: 'second' }), '2.zip');
    let isImported = false;
    const objects = ask<PortalObject[]>(portal, 'api/objects').finally(() => {
      isImported = true;
    });
    expect((await filesOf(portal, 'anna')).map(({ name }) => name)).toEqual(['1.zip', '2.zip']);
    expect(isImported).toBe(false);
    await order(false);
    expect(await objects).toMatchObject([{ title: 'second', revision: 2 }]);
  });

  it('files, packages and objects survive a restart of the portal', async () => {
    const directory = await fixture.directory();
    const first = await fixture.portal({ directory });
    await upload(await fixture.client(first), await packageOf({}), 'p.zip');
    await first.close();
    const second = await fixture.portal({ directory });
    expect(await ask<PortalObject[]>(second, 'api/objects')).toHaveLength(1);
    expect(await ask<PackageRecord[]>(second, 'api/packages')).toHaveLength(1);
    expect((await filesOf(second, 'anna')).map(({ name }) => name)).toEqual(['p.zip']);
  });

  it('a package that arrived and was not imported before the portal ended is imported at its next start, once', async () => {
    const directory = await fixture.directory();
    await mkdir(join(directory, 'anna', 'ftp'), { recursive: true });
    await writeFile(join(directory, 'anna', 'ftp', 'p.zip'), await packageOf({}));
    for (let start = 0; start < 2; start += 1) {
      const portal = await fixture.portal({ directory });
      expect(await ask<PortalObject[]>(portal, 'api/objects')).toHaveLength(1);
      expect(await ask<PackageRecord[]>(portal, 'api/packages')).toHaveLength(1);
      await portal.close();
    }
  });

  it('a wrong password and an unknown user are refused alike, and no password is recorded', async () => {
    const portal = await fixture.portal();
    await expect(fixture.client(portal, { password: 'nope' })).rejects.toMatchObject({ code: 530 });
    await expect(fixture.client(portal, { user: 'carl' })).rejects.toMatchObject({ code: 530 });
    const log = await ask<CommandEntry[]>(portal, 'api/log');
    expect(log.filter(({ command }) => command === 'PASS').map(({ user, reply }) => [user, reply])).toEqual([
      ['anna', 530],
      ['carl', 530],
    ]);
    expect(JSON.stringify(log)).not.toContain('nope');
  });

  it('a user cannot leave their own directory', async () => {
    const portal = await fixture.portal();
    const client = await fixture.client(portal);
    await upload(client, Buffer.from('x'), '../../../escaped.txt');
    expect((await filesOf(portal, 'anna')).map(({ name }) => name)).toEqual(['escaped.txt']);
    expect(await filesOf(portal, 'bert')).toEqual([]);
  });

  it('markup in a package is escaped on the overview and on the page of an object', async () => {
    const portal = await fixture.portal();
    const title = '&lt;script&gt;alert(1)&lt;/script&gt;';
    await upload(await fixture.client(portal), await packageOf({ title, number: 'a/b "c"' }), 'p.zip');
    expect(await ask<unknown[]>(portal, 'api/objects')).toHaveLength(1);
    for (const path of ['', `objects/anna/${encodeURIComponent('a/b "c"')}`]) {
      const answer = await fetch(portal.url + path);
      const text = await answer.text();
      expect(answer.status).toBe(200);
      expect(text).toContain('&lt;script&gt;alert(1)');
      expect(text).not.toContain('<script>alert');
    }
  });

  it('packages are accepted over explicit TLS and in clear text, and the page shows which', async () => {
    const portal = await fixture.portal({ tls: LOCALHOST });
    const secureOptions = { ca: LOCALHOST.cert, host: 'localhost' };
    const client = await fixture.client(portal, { secure: true, secureOptions });
    await upload(client, await packageOf({}), 'p.zip');
    expect(await ask<PortalObject[]>(portal, 'api/objects')).toHaveLength(1);
    const inClearText = await fixture.client(portal, { user: 'bert', password: 'other' });
    await upload(inClearText, await packageOf({}), 'p.zip');
    expect(await ask<PortalObject[]>(portal, 'api/objects')).toHaveLength(2);
    const log = await ask<CommandEntry[]>(portal, 'api/log');
    const passwords = log.filter(({ command }) => command === 'PASS');
    expect(passwords.map(({ encrypted }) => encrypted)).toEqual([true, false]);
    expect(await (await fetch(portal.url)).text()).toContain('clear text');
  });

  it('a portal without a certificate refuses TLS', async () => {
    const portal = await fixture.portal();
    await expect(fixture.client(portal, { secure: true })).rejects.toThrow(/^5\d\d/);
  });
});
