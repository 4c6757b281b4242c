import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { selfSigned } from '../certificate.ts';
import { startFtpPortal } from '../ftp-portal/start-ftp-portal.ts';
import type { FtpPortal } from '../ftp-portal/start-ftp-portal.ts';
import type { WebServer } from '../web-server.ts';
import type { Transfer } from './office-state.ts';
import { startEstateSoftware } from './start-estate-software.ts';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanups.splice(0).toReversed()) await cleanUp();
});

async function directory(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'estate-software-'));
  cleanups.push(() => rm(made, { recursive: true }));
  return made;
}

async function portal(): Promise<FtpPortal> {
  const started = await startFtpPortal({
    ...{ ftpPort: 0, httpPort: 0, directory: await directory() },
    users: [{ username: 'anna', password: 'secret' }],
    tls: selfSigned('localhost', { addresses: ['127.0.0.1'] }),
  });
  cleanups.push(() => started.close());
  return started;
}

async function software(at?: string): Promise<WebServer> {
  const started = await startEstateSoftware({ port: 0, directory: at ?? (await directory()) });
  cleanups.push(() => started.close());
  return started;
}

const call = (method: string, url: string, body: unknown) =>
  fetch(url, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

const connect = ({ url }: WebServer, { ftpPort }: FtpPortal, password = 'secret') =>
  call('PUT', `${url}api/connection`, { host: '127.0.0.1', port: ftpPort, user: 'anna', password });
const edit = ({ url }: WebServer, number: string, change: unknown) =>
  call('PUT', `${url}api/objects/${number}`, change);
const exportStock = async ({ url }: WebServer, scope: 'VOLL' | 'TEIL') => {
  const response = await call('POST', `${url}api/exports`, { scope });
  return { status: response.status, transfer: (await response.json()) as Transfer };
};
/** The files of the newest package that arrived; the portal itself reads UTF-8 only. */
async function arrivedAt({ url }: FtpPortal): Promise<{ name: string; files: Record<string, Buffer> }> {
  const packages = (await (await fetch(`${url}api/packages`)).json()) as { id: string; name: string }[];
  const newest = packages.at(-1);
  if (!newest) throw new Error('No package has arrived.');
  const bytes = await (await fetch(`${url}packages/anna/${newest.id}.zip`)).arrayBuffer();
  const files: Record<string, Buffer> = {};
  const zip = await fromBufferPromise(Buffer.from(bytes), { lazyEntries: true });
  for await (const entry of zip.eachEntry()) {
    files[entry.fileName] = await buffer(await zip.openReadStreamPromise(entry));
  }
  return { name: newest.name, files };
}

describe('the estate software', () => {
  it('a full export reaches an FTP server over TLS under a temporary name, and changes follow in a partial one', async () => {
    const [receiver, office] = [await portal(), await software()];
    await connect(office, receiver);
    for (const number of REST) await edit(office, number, { isRemoved: true });
    const full = await exportStock(office, 'VOLL');
    expect(full).toMatchObject({ status: 201, transfer: { state: 'sent', scope: 'VOLL' } });
    const { fileName, dialogue } = full.transfer;
    expect(dialogue).toContain('> AUTH TLS');
    expect(dialogue.join('\n')).toMatch(new RegExp(`STOR ${fileName}\\.part[^]*RNTO ${fileName}`));
    expect(dialogue.join('\n')).not.toContain('secret');
    const { name, files } = await arrivedAt(receiver);
    expect(name).toBe(fileName);
    expect(Object.keys(files)).toEqual(['openimmo.xml', 'SB-1006_1.jpg', 'SB-2005_1.jpg']);
    expect(files['SB-1006_1.jpg']?.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
    expect(files['openimmo.xml']?.toString('latin1')).toContain('Baugrundstück am Ortsrand');
    expect((await exportStock(office, 'TEIL')).status).toBe(409);

    await edit(office, 'SB-2005', { price: 150 });
    await edit(office, 'SB-1006', { isRemoved: true });
    const { transfer } = await exportStock(office, 'TEIL');
    expect(transfer.objects).toEqual([
      { number: 'SB-1006', action: 'DELETE' },
      { number: 'SB-2005', action: 'CHANGE' },
    ]);
    const changes = await arrivedAt(receiver);
    expect(Object.keys(changes.files)).toEqual(['openimmo.xml', 'SB-2005_1.jpg']);
    expect(changes.files['openimmo.xml']?.toString('latin1')).toContain(
      '<nettokaltmiete>150.00</nettokaltmiete>',
    );
  });

  it('an export that the server refuses is shown with the reason and is exported again next time', async () => {
    const [receiver, office] = [await portal(), await software()];
    await connect(office, receiver, 'wrong');
    for (const number of [...REST, 'SB-1006']) await edit(office, number, { isRemoved: true });
    const refused = await exportStock(office, 'TEIL');
    expect(refused).toMatchObject({ status: 502, transfer: { state: 'failed' } });
    expect(refused.transfer.failure).toMatch(/530/);
    const shown = await (await fetch(office.url)).text();
    expect(shown).toContain('530');
    await connect(office, receiver);
    expect((await exportStock(office, 'TEIL')).transfer.objects).toEqual([
      { number: 'SB-2005', action: 'NEW' },
    ]);
  });

  it('the stock, its edits and its exports survive a restart', async () => {
    const at = await directory();
    const before = await software(at);
    await edit(before, 'SB-1001', { price: 1_250_000, isBroken: true });
    await before.close();
    cleanups.pop();
    const after = await software(at);
    const objects = (await (await fetch(`${after.url}api/objects`)).json()) as { number: string }[];
    expect(objects[0]).toMatchObject({ number: 'SB-1001', price: 1_250_000, isBroken: true });
    expect((await edit(after, 'SB-1001', { price: null, isBroken: false })).status).toBe(204);
    expect(await (await fetch(`${after.url}api/connection`)).json()).toEqual({});
    expect((await edit(after, 'SB-9999', { price: 1 })).status).toBe(404);
    expect((await exportStock(after, 'VOLL')).status).toBe(409);
  });
});

/** The tests do not need these objects: drawing photos takes long. */
const REST = [
  ...['SB-1001', 'SB-1002', 'SB-1003', 'SB-1004', 'SB-1005'],
  ...['SB-2001', 'SB-2002', 'SB-2003', 'SB-2004', 'SB-2006'],
];
