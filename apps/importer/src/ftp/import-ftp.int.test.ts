import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { loadConfig } from '@estate/config';
import { createMetrics } from '@estate/observability';
import { newId } from '@estate/persistence';
import { eventually } from '@estate/testing';
import { Client } from 'basic-ftp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { documentOf, zipOf } from '../../test/packages.ts';
import { log, openStage } from '../../test/stage.ts';
import type { Stage } from '../../test/stage.ts';
import { ImporterConfig } from '../config.ts';
import { newPassword, newUser } from '../sources/source-login.ts';
import { acceptPackage } from '../intake/accept-package.ts';
import { FtpProcess } from './ftp-process.ts';
import { ftpServerOptions } from './ftp-settings.ts';
import { startImportFtp } from './start-import-ftp.ts';
import type { ImportFtp } from './start-import-ftp.ts';
import type { AcceptPackage } from './ready-packages.ts';

let stage: Stage;
let directory: string;
let ftp: ImportFtp;
const clients: Client[] = [];
/** How many of the next acceptances are followed by the end of the process. */
let failures = 0;
beforeAll(async () => {
  stage = await openStage();
  directory = await mkdtemp(join(tmpdir(), 'import-ftp-int-'));
  await start();
});
afterAll(async () => {
  await ftp.close();
  await stage.close();
  await rm(directory, { recursive: true, force: true });
});
afterEach(() => {
  for (const client of clients.splice(0)) client.close();
});

const accept: AcceptPackage = async (arrived, path) => {
  await acceptPackage(stage.intake, { ...arrived, requestId: 'request-1' }, path);
  failures -= 1;
  if (failures >= 0) throw new Error('the process ended');
};

const configured = (stableMs = '50') =>
  loadConfig(ImporterConfig, {
    MONGODB_URI: 'mongodb://127.0.0.1',
    NATS_URL: 'nats://127.0.0.1',
    CATALOG_INTERNAL_URL: 'http://127.0.0.1',
    FTP_PORT: '0',
    FTP_ALLOW_PLAIN: 'true',
    FTP_PASSIVE_PORTS: '0',
    FTP_DIRECTORY: directory,
    FTP_STABLE_MS: stableMs,
    IMPORT_SWEEP_EVERY_MS: '50',
    IMPORT_MAX_BYTES: '100000000',
  });

async function start(stableMs?: string): Promise<void> {
  const { stores } = stage;
  const clock = () => new Date();
  ftp = await startImportFtp(configured(stableMs), {
    stores,
    accept,
    budget: stage.budget,
    clock,
    log,
    metrics: createMetrics('test'),
  });
}

async function source(folder = '/', about: { allowPlainLogins?: boolean } = {}) {
  const { password, passwordHash } = newPassword();
  const made = { id: newId(), accountId: newId(), user: newUser(), passwordHash, folder, name: 'Office' };
  const now = new Date();
  const settings = {
    targetIds: [],
    maxRemovedShare: 1,
    state: 'waiting' as const,
    createdAt: now,
    updatedAt: now,
  };
  await stage.stores.importSources.insert({ ...made, ...settings, ...about });
  return { ...made, password };
}

type Source = Awaited<ReturnType<typeof source>>;

async function open({ user, password }: Pick<Source, 'user' | 'password'>): Promise<Client> {
  const client = new Client(30_000);
  clients.push(client);
  await client.access({ host: '127.0.0.1', port: ftp.port, user, password });
  return client;
}

const put = (client: Client, bytes: Buffer, name: string) => client.uploadFrom(Readable.from([bytes]), name);

async function download(client: Client, name: string): Promise<string> {
  const pieces: Buffer[] = [];
  const write = (piece: Buffer, _: unknown, done: () => void) => {
    pieces.push(piece);
    done();
  };
  await client.downloadTo(new Writable({ write }), name);
  return Buffer.concat(pieces).toString();
}

async function importsOf({ accountId, id }: Source) {
  const { records } = await stage.stores.imports.list(accountId, { sourceId: id, limit: 100, order: 'asc' });
  return records;
}

describe('a package that software uploads', () => {
  it('a package that software uploads is imported, and its result files tell what became of each object', async () => {
    const office = await source('/export');
    const client = await open(office);
    await client.cd('/export');
    const objects = [{ number: 'whole' }, { number: 'broken', prices: '<kaufpreis>unknown</kaufpreis>' }];
    await put(client, await zipOf({ 'openimmo.xml': documentOf(objects) }), 'objekte.zip.tmp');
    await client.rename('objekte.zip.tmp', 'objekte.zip');
    await eventually(async () => expect(await importsOf(office)).toHaveLength(1));
    await stage.work();
    const names = await eventually(async () => {
      const listed = (await client.list('/export')).map(({ name }) => name).sort();
      expect(listed).toEqual(['objekte.feedback.xml', 'objekte.log', 'objekte.zip']);
      return listed;
    });
    expect(names).toHaveLength(3);
    const report = await download(client, '/export/objekte.log');
    expect(report).toContain('Package: objekte.zip');
    expect(report).toMatch(/^created: +1\r$/mu);
    expect(report).toMatch(/Object broken: failed.*\r\n {2}ERROR object_invalid/u);
    expect(await client.size('/export/objekte.log')).toBe(Buffer.byteLength(report));
    const feedback = await download(client, '/export/objekte.feedback.xml');
    expect(feedback).toContain('<fehler><objekt_id>broken</objekt_id><fehlernr>100</fehlernr>');
    expect(feedback).toContain('<statusnr>1</statusnr>');
    const [record] = await importsOf(office);
    expect(record).toMatchObject({ fileName: 'objekte.zip', state: 'finished' });
  });

  it('a package that software uploads into a folder of a folder has its result files there', async () => {
    const office = await source('/ein/gang');
    const client = await open(office);
    await put(client, await zipOf({ 'openimmo.xml': documentOf([{ number: 'deep' }]) }), '/ein/gang/p.zip');
    await eventually(async () => expect(await importsOf(office)).toHaveLength(1));
    await stage.work();
    await eventually(async () => {
      const listed = (await client.list('/ein/gang')).map(({ name }) => name).toSorted();
      expect(listed).toEqual(['p.feedback.xml', 'p.log', 'p.zip']);
    });
    expect((await client.list('/')).map(({ name }) => name)).toEqual(['ein']);
  });

  it('a package that software uploads is accepted once, wherever the process ends between its acceptance and its removal', async () => {
    failures = 3;
    const office = await source();
    await put(await open(office), documentOf([{ number: 'once' }]), 'once.xml');
    await eventually(async () => {
      expect(failures).toBeLessThan(0);
      expect(await readdir(join(directory, 'ready'))).toEqual([]);
    });
    expect(await importsOf(office)).toHaveLength(1);
  });

  it('a package that arrives by the API after one that is still waiting to be taken from FTP is imported after it', async () => {
    await ftp.close();
    await start('3000');
    const office = await source();
    const named = (title: string) => documentOf([{ number: 'same', title }]);
    await put(await open(office), named('Older title'), 'plain.xml');
    const { accountId, id: sourceId } = office;
    const later = await stage.send(named('Newer title'), { accountId, sourceId, channel: 'api' });
    await stage.work();
    const both = await eventually(async () => {
      await stage.work();
      const records = await importsOf(office);
      expect(records.map(({ state }) => state)).toEqual(['finished', 'finished']);
      return records;
    });
    expect(both.map(({ fileName, id }) => fileName ?? id)).toEqual(['plain.xml', later.id]);
    const { objects } = await stage.found(later);
    expect(objects).toMatchObject([{ outcome: 'updated' }]);
    await ftp.close();
    await start();
  });

  it('a package that waited when its file was lost is not shown any more after the next start', async () => {
    const { accountId, id } = await source();
    const { importSources } = stage.stores;
    await importSources.noteWaiting(id, { fileName: 'lost.zip', sizeBytes: 7, since: new Date() });
    await ftp.close();
    await start();
    await eventually(async () =>
      expect(await importSources.find({ accountId, id })).not.toHaveProperty('waitingPackage'),
    );
  });

  it('a package without any content is refused in its result file', async () => {
    const office = await source();
    const client = await open(office);
    await put(client, Buffer.alloc(0), 'empty.tmp');
    await client.rename('empty.tmp', 'empty.zip');
    const report = await eventually(() => download(client, 'empty.log'));
    expect(report).toContain('Failure: package_unreadable: The package is empty.');
    expect(await importsOf(office)).toEqual([]);
  });

  it('a package of a source that was deleted meanwhile is removed', async () => {
    const office = await source();
    const client = await open(office);
    await put(client, documentOf([{ number: 'late' }]), 'late.tmp');
    await stage.stores.importSources.remove(office);
    await client.rename('late.tmp', 'late.xml');
    await eventually(async () => expect(await readdir(join(directory, 'ready'))).toEqual([]));
    expect(await importsOf(office)).toEqual([]);
  });
});

describe('a login without TLS', () => {
  it('a login without TLS is refused by a source that has not allowed it, and accepted by one from before there was a choice', async () => {
    await open(await source());
    await open(await source('/', { allowPlainLogins: true }));
    const office = await source('/', { allowPlainLogins: false });
    for (let tries = 0; tries < 12; tries += 1)
      await expect(open(office)).rejects.toThrow('530 This import source accepts logins over TLS only');
  });
});

describe('the login of an account that is being closed', () => {
  it('the login of an account that is being closed is refused with the reason, and works again once the closing was cancelled', async () => {
    const office = await source();
    const session = await open(office);
    const closing = { id: newId(), at: new Date() };
    await stage.stores.held.hold(office.accountId, closing);
    const late = put(session, documentOf([{ number: 'late' }]), 'late.xml');
    await expect(late).rejects.toThrow('421 The import source was deleted');
    // More often than an address may fail: a login that is right is no guess.
    for (let tries = 0; tries < 12; tries += 1)
      await expect(open(office)).rejects.toThrow('530 The account of this import source is being closed.');
    await expect(open({ ...office, password: 'wrong' })).rejects.toThrow('530 User or password is wrong.');
    await stage.stores.held.letGo(office.accountId, closing.id);
    await put(await open(office), documentOf([{ number: 'again' }]), 'again.xml');
    await eventually(async () => expect(await importsOf(office)).toHaveLength(1));
    expect((await importsOf(office)).map(({ fileName }) => fileName)).toEqual(['again.xml']);
  });
});

describe('the process of the FTP server', () => {
  it('the process of the FTP server that is killed is started again on its port, and goes on with its files', async () => {
    const office = await source();
    await put(await open(office), documentOf([{ number: 'kept' }]), 'kept.tmp');
    const { pid, port } = ftp;
    process.kill(pid ?? 0, 'SIGKILL');
    const again = await eventually(async () => {
      expect(ftp.pid).not.toBe(pid);
      return open(office);
    });
    expect(ftp.port).toBe(port);
    await again.rename('kept.tmp', 'kept.xml');
    await eventually(async () => expect(await importsOf(office)).toHaveLength(1));
  });

  it('the process of the FTP server does not grow with what hostile clients send', async () => {
    const office = await source();
    const hostile = await Promise.all(Array.from({ length: 15 }, () => raw(ftp.port)));
    for (const socket of hostile) socket.write(Buffer.alloc(4_000_000, 'A'));
    await Promise.all(hostile.map((socket) => closed(socket)));
    const pipelined = await raw(ftp.port);
    pipelined.write('NOOP\r\n'.repeat(200_000));
    await closed(pipelined);
    const client = await open(office);
    await put(client, documentOf([{ number: 'honest' }]), 'honest.xml');
    await eventually(async () => expect(await importsOf(office)).toHaveLength(1));
  });

  it('the process of the FTP server lets customers in beside a thousand silent connections, and does not grow with them', async () => {
    const office = await source();
    const silent: Socket[] = [];
    for (let number = 0; number < 1000; number += 1) {
      const localAddress = `127.0.0.${String(11 + (number % 5))}`;
      const socket = connect({ port: ftp.port, host: '127.0.0.1', localAddress });
      socket.on('error', () => undefined).resume();
      silent.push(socket);
    }
    await put(await open(office), documentOf([{ number: 'honest' }]), 'honest.xml');
    await eventually(async () => expect(await importsOf(office)).toHaveLength(1));
    const status = await readFile(`/proc/${String(ftp.pid)}/status`, 'utf8');
    const residentKb = Number(/^VmHWM:\s+(\d+)/mu.exec(status)?.[1]);
    expect(residentKb).toBeLessThan(configured().FTP_MEMORY_MB * 1000);
    const limits = ftpServerOptions(configured(), undefined).limits;
    expect(limits.silentMs).toBeLessThanOrEqual(10_000);
    for (const socket of silent) socket.destroy();
  });

  it('the process of the FTP server knows the environment of the service as little as its database', async () => {
    const environment = await readFile(`/proc/${String(ftp.pid)}/environ`, 'utf8');
    expect(environment).not.toMatch(/MONGODB|NATS|PATH=/u);
  });

  it('the process of the FTP server that closes is not killed: its last state and that it has closed arrive together', async () => {
    const own = await mkdtemp(join(directory, 'closed-'));
    const notes: string[] = [];
    const running = await FtpProcess.start({
      memoryMb: configured().FTP_MEMORY_MB,
      silentMs: 60_000,
      order: { kind: 'start', server: ftpServerOptions(configured(), undefined), directory: own },
      answer: () => Promise.resolve(false),
      note: ({ kind }) => void notes.push(kind),
    });
    expect(await running.close()).toBe(true);
    expect(notes).toContain('state');
  });
});

async function raw(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  await new Promise((resolve) => socket.once('data', resolve));
  socket.resume();
  return socket;
}

const closed = (socket: Socket): Promise<unknown> =>
  socket.destroyed ? Promise.resolve() : new Promise((resolve) => socket.once('close', resolve));
