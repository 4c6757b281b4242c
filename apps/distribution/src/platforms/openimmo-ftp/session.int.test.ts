import { mkdir } from 'node:fs/promises';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { AttachmentLost } from '../../attachments/attachment-bytes.ts';
import type { PlatformSession, PlatformTools } from '../platform.ts';
import { openimmoFtp } from './index.ts';
import {
  AttachmentFiles,
  account,
  deletePublication,
  forget,
  picture,
  profile,
  setPublication,
  snapshot,
  tools,
} from './test-support/fixtures.ts';
import { openImpatiently } from './test-support/open-impatiently.ts';
import { startPortal, type Portal, type PortalOptions } from './test-support/portal.ts';
import { readZip } from './test-support/read-zip.ts';
import { SENT } from './test-support/sent.ts';

const files = new AttachmentFiles();
const never = new AbortController().signal;
const FIRST = 'A-10-01_d1a2b3c4e5f6g7h8i9j0_00000001.zip';
let portal: Portal;
let session: PlatformSession | undefined;

async function open(
  options: PortalOptions = {},
  credentials: Parameters<typeof account>[0] = {},
  changes: Partial<PlatformTools> = {},
) {
  portal = await startPortal(options);
  const platform = openimmoFtp(profile(), tools(files, changes));
  const opening = await platform.open(account({ port: portal.port, ...credentials }), never);
  session = opening.ok ? opening.session : undefined;
  return opening;
}

async function opened(
  options: PortalOptions = {},
  changes: Partial<PlatformTools> = {},
): Promise<PlatformSession> {
  const opening = await open(options, {}, changes);
  if (!opening.ok) throw new Error(opening.failure.message);
  return opening.session;
}

const large = snapshot();

beforeAll(async () => {
  const bytes = Buffer.alloc(1_000_000, 7);
  large.attachments = [await files.add(bytes, { title: 'Front' })];
  return () => files.remove();
});

afterEach(async () => {
  await session?.close();
  await portal.close();
});

describe('emptying', () => {
  it('the emptying of a target is a full transfer of no object that follows the schema, and refused where it would change nothing', async () => {
    const refusing = await opened();
    expect(await refusing.full?.([], new Date(), never)).toMatchObject({ ok: false });
    expect(await portal.files()).toEqual([]);
    await refusing.close();
    await portal.close();
    portal = await startPortal({});
    const taking = openimmoFtp({ ...profile(), fullTransfer: true }, tools(files));
    const opening = await taking.open(account({ port: portal.port }), never);
    if (!opening.ok) throw new Error(opening.failure.message);
    session = opening.session;
    expect(await session.full?.([], new Date('2026-11-01T08:30:00.000Z'), never)).toMatchObject({ ok: true });
    const [name = ''] = await portal.files();
    const content = await readZip(await portal.read(name));
    const [document] = [...content.values()].map(String);
    expect(document).toContain('umfang="VOLL"');
    expect(document).not.toContain('<immobilie>');
  });
});

describe('a full transfer', () => {
  it('a full transfer is one package that follows the schema and has every object with its files', async () => {
    portal = await startPortal({});
    const photo = await files.add(await picture(40, 30, 'jpeg'));
    const [first, second] = ['d1a2b3c4e5f6g7h8i9j1', 'd1a2b3c4e5f6g7h8i9j2'].map((listingId, index) =>
      setPublication({
        ...{ listingId, firstTime: index === 0 },
        snapshot: snapshot({ externalId: `P-${index}`, attachments: [photo] }),
      }),
    );
    if (!first || !second) throw new Error('two publications are needed');
    const platform = openimmoFtp({ ...profile(), fullTransfer: true }, tools(files));
    const opening = await platform.open(account({ port: portal.port }), never);
    if (!opening.ok) throw new Error(opening.failure.message);
    session = opening.session;
    const at = new Date('2026-11-01T08:30:00.000Z');
    const outcome = await session.full?.([first, second], at, never);
    const [name = '', ...others] = await portal.files();
    expect(outcome).toEqual({ ok: true, fileName: name });
    expect(others).toEqual([]);
    const content = await readZip(await portal.read(name));
    expect([...content.keys()].slice(1)).toEqual(
      [first, second].map(({ listingId }) => `${listingId}_001.jpg`),
    );
    const [document = ''] = [...content.values()].map(String);
    expect(document).toContain('umfang="VOLL"');
    expect(document.match(/<openimmo_obid>[^<]*/g)).toEqual(['<openimmo_obid>P-0', '<openimmo_obid>P-1']);
  });
});

describe('publishing', () => {
  it('a publication delivers one package with the document and the files it names', async () => {
    const outcome = await (await opened()).set(setPublication({ snapshot: large }), never, forget);
    expect(outcome).toEqual(SENT);
    expect(await portal.files()).toEqual([FIRST]);
    const content = await readZip(await portal.read(FIRST));
    expect([...content.keys()]).toEqual([
      'A-10-01_d1a2b3c4e5f6g7h8i9j0_00000001.xml',
      'd1a2b3c4e5f6g7h8i9j0_001.jpg',
    ]);
    const picture = content.get('d1a2b3c4e5f6g7h8i9j0_001.jpg');
    expect(picture?.equals(Buffer.alloc(1_000_000, 7))).toBe(true);
    expect(String(content.get('A-10-01_d1a2b3c4e5f6g7h8i9j0_00000001.xml'))).toContain(
      '<pfad>d1a2b3c4e5f6g7h8i9j0_001.jpg</pfad>',
    );
  });

  it('a publication sends new, changed and deleted objects over one login', async () => {
    const current = await opened();
    expect(await current.set(setPublication(), never, forget)).toEqual(SENT);
    expect(await current.set(setPublication({ firstTime: false, sequence: 2 }), never, forget)).toEqual(SENT);
    expect(await current.delete(deletePublication(), never)).toEqual(SENT);
    const actions: string[] = [];
    for (const name of await portal.files()) {
      const [document] = (await readZip(await portal.read(name))).values();
      actions.push(/<aktion[^>]*>/.exec(String(document))?.[0] ?? '');
    }
    expect(actions).toEqual(['<aktion/>', '<aktion aktionart="CHANGE"/>', '<aktion aktionart="DELETE"/>']);
    expect(portal.logins()).toBe(1);
  });

  it('a publication that is retried leaves exactly one package', async () => {
    const current = await opened();
    await current.set(setPublication(), never, forget);
    const bytes = await portal.read(FIRST);
    expect(await current.set(setPublication(), never, forget)).toEqual(SENT);
    expect(await portal.files()).toEqual([FIRST]);
    expect(await portal.read(FIRST)).toEqual(bytes);
  });

  it('a publication replaces the package even where renaming onto a file is refused', async () => {
    const current = await opened();
    portal.faults.noReplace = true;
    await current.set(setPublication(), never, forget);
    expect(await current.set(setPublication(), never, forget)).toEqual(SENT);
    expect(await portal.files()).toEqual([FIRST]);
  });

  it('a deletion needs no contact', async () => {
    const outcome = await (await opened()).delete(deletePublication(), never);
    expect(outcome).toEqual(SENT);
  });

  it('a publication ignores the address that a server names for data', async () => {
    const current = await opened({ blacklist: ['EPSV'], passiveAddress: '10.9.9.9' });
    expect(await current.set(setPublication(), never, forget)).toEqual(SENT);
  });

  it('a publication goes into the directory of the credentials', async () => {
    portal = await startPortal();
    await mkdir(`${portal.directory}/in box`);
    const platform = openimmoFtp(profile(), tools(files));
    const opening = await platform.open(account({ port: portal.port, path: '/in box' }), never);
    if (!opening.ok) throw new Error(opening.failure.message);
    session = opening.session;
    expect(await session.set(setPublication(), never, forget)).toEqual(SENT);
    expect(await portal.read(`in box/${FIRST}`)).toBeInstanceOf(Buffer);
  });
});

describe('refusals before anything is sent', () => {
  it('a publication without any contact is refused', async () => {
    const { contact: _, ...withoutContact } = snapshot();
    const outcome = await (await opened()).set(setPublication({ snapshot: withoutContact }), never, forget);
    expect(outcome).toMatchObject({ ok: false, failure: { code: 'contact_required', repeat: false } });
    expect(await portal.files()).toEqual([]);
  });

  it('a publication whose attachment is lost fails, and the session goes on', async () => {
    const lost = { attachment: () => Promise.reject(new AttachmentLost('The catalog has no attachment.')) };
    const current = await opened({}, lost);
    const outcome = await current.set(setPublication({ snapshot: large }), never, forget);
    expect(outcome).toMatchObject({
      ok: false,
      failure: {
        code: 'internal',
        message: expect.stringContaining('attachments'),
        repeat: true,
        scope: 'listing',
      },
    });
    expect(await current.set(setPublication(), never, forget)).toEqual(SENT);
  });

  it('a publication whose document breaks the schema is not sent', async () => {
    const broken = snapshot();
    broken.updatedAt = 'yesterday ';
    const outcome = await (await opened()).set(setPublication({ snapshot: broken }), never, forget);
    expect(outcome).toMatchObject({
      ok: false,
      failure: { code: 'internal', repeat: false, scope: 'listing' },
    });
    expect(await portal.files()).toEqual([]);
  });
});

describe('faults of a server', () => {
  it('a session reports a wrong password once for the whole account', async () => {
    const opening = await open({}, { password: 'wrong-word' });
    expect(opening).toMatchObject({ ok: false, failure: { code: 'credentials_rejected', scope: 'target' } });
    expect(opening).toMatchObject({ failure: { repeat: false, message: expect.stringContaining('agent') } });
    expect(JSON.stringify(opening)).not.toContain('wrong-word');
  });

  it('a session reports a directory that is not there', async () => {
    const opening = await open({}, { path: '/nowhere' });
    expect(opening).toMatchObject({ failure: { code: 'path_not_found', repeat: false, scope: 'target' } });
  });

  it('a session reports a missing permission and keeps the session', async () => {
    const current = await opened();
    portal.faults.readOnly = true;
    const outcome = await current.set(setPublication(), never, forget);
    expect(outcome).toMatchObject({
      failure: { code: 'permission_denied', repeat: false, scope: 'listing' },
    });
    portal.faults.readOnly = false;
    expect(await current.set(setPublication(), never, forget)).toEqual(SENT);
  });

  it('a session removes the temporary file when the final name is refused', async () => {
    const current = await opened();
    portal.faults.noRename = true;
    const outcome = await current.set(setPublication(), never, forget);
    expect(outcome).toMatchObject({ failure: { code: 'permission_denied' } });
    expect(await portal.files()).toEqual([]);
  });

  it('a session reports a full disk as transient, leaves nothing and keeps the session', async () => {
    const current = await opened();
    portal.faults.fullAfterBytes = 200_000;
    const outcome = await current.set(setPublication({ snapshot: large }), never, forget);
    expect(outcome).toMatchObject({ failure: { code: 'disk_full', repeat: true, scope: 'listing' } });
    expect((await portal.files()).filter((name) => name.endsWith('.zip'))).toEqual([]);
    delete portal.faults.fullAfterBytes;
    expect(await current.set(setPublication({ snapshot: large }), never, forget)).toEqual(SENT);
  });

  it('a session does not publish a file that arrived with another size', async () => {
    const current = await opened();
    portal.faults.size = 12;
    const outcome = await current.set(setPublication(), never, forget);
    expect(outcome).toMatchObject({ failure: { code: 'connection_lost', repeat: true } });
    expect(await portal.files()).toEqual([]);
  });

  it('a session never leaves half a file under the final name, wherever the connection is cut, and a retry completes it', async () => {
    for (const share of [0, 0.01, 0.5, 0.99]) {
      const current = await opened();
      portal.faults.cutAfterBytes = Math.floor(1_000_000 * share);
      const outcome = await current.set(setPublication({ snapshot: large }), never, forget);
      expect(outcome).toMatchObject({ failure: { code: 'connection_lost', repeat: true, scope: 'target' } });
      expect(await portal.files()).not.toContain(FIRST);
      expect(await current.set(setPublication(), never, forget)).toMatchObject({
        failure: { code: 'connection_lost' },
      });
      delete portal.faults.cutAfterBytes;
      await expectCompleteRepeat();
      await portal.close();
    }
    portal = await startPortal();
  });

  it('a session survives a cut after the last byte and before the confirmation', async () => {
    const current = await opened();
    portal.faults.cutInsteadOf = 226;
    const outcome = await current.set(setPublication({ snapshot: large }), never, forget);
    expect(outcome).toMatchObject({ failure: { code: 'connection_lost', repeat: true, scope: 'target' } });
    expect(await portal.files()).not.toContain(FIRST);
    delete portal.faults.cutInsteadOf;
    await expectCompleteRepeat();
  });

  it('a session ends when the server falls silent, in every phase', async () => {
    for (const code of [229, 150, 226, 350, 250]) {
      portal = await startPortal();
      const sender = { account: account({ port: portal.port }), profile: profile(), tools: tools(files) };
      const opening = await openImpatiently(sender);
      if (!opening.ok) throw new Error(opening.failure.message);
      session = opening.session;
      portal.faults.silentFor = code;
      const outcome = await session.set(setPublication(), never, forget);
      expect(outcome).toMatchObject({ failure: { code: 'connection_lost', repeat: true, scope: 'target' } });
      await portal.close();
    }
    portal = await startPortal();
  });

  it('a publication stops when its caller aborts', async () => {
    const current = await opened();
    portal.faults.silentFor = 226;
    const caller = new AbortController();
    const outcome = current.set(setPublication(), caller.signal, forget);
    caller.abort();
    expect(await outcome).toMatchObject({ failure: { code: 'connection_lost', repeat: true } });
    expect(await portal.files()).not.toContain(FIRST);
  });
});

async function expectCompleteRepeat(): Promise<void> {
  const platform = openimmoFtp(profile(), tools(files));
  const again = await platform.open(account({ port: portal.port }), never);
  if (!again.ok) throw new Error(again.failure.message);
  expect(await again.session.set(setPublication({ snapshot: large }), never, forget)).toEqual(SENT);
  await again.session.close();
  expect(await portal.files()).toEqual([FIRST]);
  const content = await readZip(await portal.read(FIRST));
  expect(content.get('d1a2b3c4e5f6g7h8i9j0_001.jpg')?.length).toBe(1_000_000);
}
