import { createHash, randomBytes } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { Unavailable } from '@estate/errors';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { PlatformTimeouts, PlatformTools } from '../platform.ts';
import { openimmoFtp } from './index.ts';
import { SELF_SIGNED } from './test-support/certificates.fixture.ts';
import {
  AttachmentFiles,
  account,
  forget,
  profile,
  setPublication,
  snapshot,
  tools,
} from './test-support/fixtures.ts';
import { readZip } from './test-support/read-zip.ts';
import { startScriptedPortal, type ScriptedPortal } from './test-support/scripted-portal.ts';
import { SENT } from './test-support/sent.ts';

const PHOTOS = 60;
const FEW = 5;
/** Below, around and above what is read of a file at once. */
const sizeOf = (index: number) => 60_000 + index * 4_391;
const never = new AbortController().signal;
const files = new AttachmentFiles();
const photographed = snapshot();
const hashes: string[] = [];
let portal: ScriptedPortal;

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

beforeAll(async () => {
  for (let index = 0; index < PHOTOS; index += 1) {
    const bytes = randomBytes(sizeOf(index));
    hashes.push(hashOf(bytes));
    photographed.attachments.push(await files.add(bytes, { title: `Photo ${index}` }));
  }
});
afterAll(() => files.remove());
afterEach(() => portal.close());

const fewPhotos = () => ({ ...photographed, attachments: photographed.attachments.slice(0, FEW) });

interface Publishing {
  secure?: boolean;
  snapshot?: typeof photographed;
  timeouts?: Partial<PlatformTimeouts>;
  attachment?: PlatformTools['attachment'];
}

async function publish({ secure = false, snapshot = fewPhotos(), timeouts, attachment }: Publishing = {}) {
  const changes = {
    trustedCertificates: [SELF_SIGNED.cert],
    ...(timeouts && { timeouts }),
    ...(attachment && { attachment }),
  };
  const platform = openimmoFtp(profile(), tools(files, changes));
  const opening = await platform.open(account({ port: portal.port, secure }), never);
  if (!opening.ok) throw new Error(opening.failure.message);
  const outcome = await opening.session.set(setPublication({ snapshot }), never, forget);
  await opening.session.close();
  return outcome;
}

async function arrivedPhotos(): Promise<string[]> {
  const [bytes = Buffer.alloc(0)] = portal.files.values();
  const [, ...photos] = [...(await readZip(bytes)).values()];
  return photos.map(hashOf);
}

describe('a package with 60 photos of 60 to 320 kB', () => {
  it.each([
    { connection: 'clear', secure: false },
    { connection: 'encrypted', secure: true },
  ])(
    'a package with 60 photos of 60 to 320 kB arrives whole over a slow $connection connection',
    async ({ secure }) => {
      portal = await startScriptedPortal(secure ? SELF_SIGNED : undefined);
      portal.script.pieceBytes = 16_000;
      expect(await publish({ secure, snapshot: photographed })).toEqual(SENT);
      expect(await arrivedPhotos()).toEqual(hashes);
    },
  );
});

const OFFERS = [['HASH SHA-256*;SHA-1'], ['HASH SHA-512*;SHA-256'], ['XMD5'], ['XCRC filename;start;end']];

describe('a server that computes checksums', () => {
  it.each(OFFERS)('and offers %s is asked for the one of each package', async (feature) => {
    portal = await startScriptedPortal();
    portal.script.features = [feature];
    expect(await publish()).toEqual(SENT);
    expect(await arrivedPhotos()).toEqual(hashes.slice(0, FEW));
  });

  it.each(OFFERS)(
    'and offers %s shows that a package arrived damaged, which is sent again',
    async (feature) => {
      portal = await startScriptedPortal();
      portal.script.features = [feature];
      portal.script.damagedByte = 200_000;
      expect(await publish()).toMatchObject({
        ok: false,
        failure: {
          code: 'connection_lost',
          message: expect.stringContaining('The file arrived damaged'),
          repeat: true,
          scope: 'listing',
        },
      });
      expect([...portal.files.keys()]).toEqual([]);
      delete portal.script.damagedByte;
      expect(await publish()).toEqual(SENT);
      expect(await arrivedPhotos()).toEqual(hashes.slice(0, FEW));
    },
  );

  it.each(['504 Not for this file.', '450 Busy with another file.', '250 File size added.'])(
    'but answers %s is believed for the size',
    async (reply) => {
      portal = await startScriptedPortal();
      portal.script.features = ['XCRC'];
      portal.script.pranks['XCRC'] = { reply };
      expect(await publish()).toEqual(SENT);
      expect(await arrivedPhotos()).toEqual(hashes.slice(0, FEW));
    },
  );

  it('but has a wrong one for every file is believed for the size, and not asked again', async () => {
    portal = await startScriptedPortal();
    portal.script.features = ['XCRC'];
    portal.script.pranks['XCRC'] = { reply: '250 DEADBEEF' };
    for (let round = 0; round < 2; round += 1) {
      expect(await publish()).toEqual(SENT);
      expect(await arrivedPhotos()).toEqual(hashes.slice(0, FEW));
    }
    const commands = portal.heard.filter((command) => command.endsWith('XCRC'));
    expect(commands).toHaveLength(2);
  });

  it.each(['hang', 'drop'] as const)(
    'but can only %s at the question is not asked by the next conversation',
    async (prank) => {
      portal = await startScriptedPortal();
      portal.script.features = ['XCRC'];
      portal.script.pranks['XCRC'] = prank;
      expect(await publish({ timeouts: { commandMs: 1000 } })).toMatchObject({
        ok: false,
        failure: { code: 'connection_lost', repeat: true },
      });
      expect(await publish()).toEqual(SENT);
      expect(await arrivedPhotos()).toEqual(hashes.slice(0, FEW));
    },
  );
});

describe('an attachment that cannot be read while its package is sent', () => {
  it.each([
    { what: 'has other bytes', spoil: (path: string) => writeFile(path, randomBytes(400_000)) },
    { what: 'is gone', spoil: (path: string) => rm(path) },
  ])(
    'and $what ends the upload without a package, and without the name of a file of ours',
    async ({ spoil }) => {
      portal = await startScriptedPortal();
      const photo = await files.add(randomBytes(400_000));
      const path = await files.path(photo.sha256);
      portal.script.pranks['STOR'] = { meanwhile: () => spoil(path) };
      const outcome = await publish({ snapshot: snapshot({ attachments: [photo] }) });
      expect(outcome).toMatchObject({
        ok: false,
        failure: {
          ...{ code: 'internal', repeat: true, scope: 'listing' },
          message: expect.stringContaining('retried with the current version of the property') as string,
        },
      });
      expect(JSON.stringify(outcome)).not.toContain(path);
      expect([...portal.files.keys()]).toEqual([]);
    },
  );

  it('and is read more slowly than a server may be is sent whole', async () => {
    portal = await startScriptedPortal();
    const photo = await files.add(randomBytes(400_000));
    const idleMs = 100;
    const slowly = async (sha256: string) => {
      await new Promise((resolve) => setTimeout(resolve, 3 * idleMs));
      return files.open(sha256);
    };
    const outcome = await publish({
      snapshot: snapshot({ attachments: [photo] }),
      timeouts: { transferIdleMs: idleMs },
      attachment: slowly,
    });
    expect(outcome).toEqual(SENT);
    expect(await arrivedPhotos()).toEqual([photo.sha256]);
  });

  it('and may be readable soon is no failure of the publication, and nothing of the package stays', async () => {
    portal = await startScriptedPortal();
    const photo = await files.add(randomBytes(400_000));
    const unavailable = { attachment: () => Promise.reject(new Unavailable('The catalog does not answer.')) };
    const platform = openimmoFtp(profile(), tools(files, unavailable));
    const opening = await platform.open(account({ port: portal.port, secure: false }), never);
    if (!opening.ok) throw new Error(opening.failure.message);
    const publication = setPublication({ snapshot: snapshot({ attachments: [photo] }) });
    await expect(opening.session.set(publication, never, forget)).rejects.toThrow(
      'The catalog does not answer.',
    );
    await opening.session.close();
    expect([...portal.files.keys()]).toEqual([]);
  });
});
