import type { FtpSettings } from '@estate/contracts';
import { settingsOf } from '@estate/contracts';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { anyPortal, profileFrom, profileOf } from './any-portal.ts';
import { openimmoFtp } from './openimmo-ftp/index.ts';
import {
  account,
  AT,
  AttachmentFiles,
  deletePublication,
  forget,
  picture,
  setPublication,
  snapshot,
  tools,
} from './openimmo-ftp/test-support/fixtures.ts';
import { readZip } from './openimmo-ftp/test-support/read-zip.ts';
import { startScriptedPortal } from './openimmo-ftp/test-support/scripted-portal.ts';
import type { ScriptedPortal } from './openimmo-ftp/test-support/scripted-portal.ts';
import type { SetPublication } from './platform.ts';
import { PlatformProfile } from './profiles.ts';

const never = new AbortController().signal;
const files = new AttachmentFiles();
let portal: ScriptedPortal;

afterAll(() => files.remove());
afterEach(() => portal.close());

const LISTING = 'd1a2b3c4e5f6g7h8i9j0';
const accountWith = (settings: FtpSettings) => ({
  ...account({ port: portal.port, secure: false }),
  type: 'openimmo-ftp',
  settings,
});

async function start(): Promise<void> {
  portal = await startScriptedPortal();
}

const platform = () => anyPortal(openimmoFtp, tools(files));

async function publish(settings: FtpSettings, isHeld?: () => boolean, property = snapshot()) {
  const opening = await platform().open(accountWith(settings), never, isHeld);
  if (!opening.ok) throw new Error(opening.failure.message);
  const outcome = await opening.session.set(setPublication({ snapshot: property }), never, forget);
  await opening.session.close();
  return outcome;
}

const NOTHING = Buffer.alloc(0);
/** The times in `check`, in the order of the files. */
const checksIn = (document: string) =>
  [...document.matchAll(/<check ctype="DATETIME">([^<]+)</g)].map(([, time = '']) => new Date(time));

const check = (settings: FtpSettings) => platform().check(accountWith(settings), never);

describe('a target without a profile', () => {
  it('a target without a profile publishes as its settings say', async () => {
    await start();
    const photos = [
      await files.add(await picture(900, 300, 'png'), { mediaType: 'image/png' }),
      await files.add(await picture(301, 300, 'jpeg'), { position: 1 }),
      await files.add(await picture(302, 300, 'jpeg'), { position: 2 }),
    ];
    const settings: FtpSettings = {
      fileName: 'site-{listingId}-{sequence}.zip',
      charset: 'ISO-8859-1',
      attachmentTypes: ['image/jpeg'],
      maxImages: 2,
      maxImageEdge: 400,
      formatNames: 'media-type',
    };
    expect(await publish(settings, undefined, snapshot({ attachments: photos }))).toMatchObject({ ok: true });
    expect([...portal.files.keys()]).toEqual([`site-${LISTING}-00000001.zip`]);
    const content = await readZip([...portal.files.values()][0] ?? Buffer.alloc(0));
    expect([...content.keys()]).toEqual([
      `site-${LISTING}-00000001.xml`,
      `${LISTING}_001.jpg`,
      `${LISTING}_002.jpg`,
    ]);
    const document = [...content.values()][0]?.toString('latin1') ?? '';
    expect(document).toContain('encoding="ISO-8859-1"');
    expect(document).toContain('<format>image/jpeg</format>');
  });

  it('the preview of a target with ISO-8859-1 has the references that the portal gets, and declares the UTF-8 of the response', async () => {
    await start();
    const { fields } = snapshot();
    const property = snapshot({ fields: { ...fields, title: 'Häuser – neu' } });
    const settings = settingsOf({ charset: 'ISO-8859-1' });
    const { mediaType, body } = platform().preview(
      accountWith(settings),
      setPublication({ snapshot: property }),
    );
    // The response adds its charset.
    expect(mediaType).toBe('application/xml');
    expect(body).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>/);
    expect(body).toContain('Häuser &#8211; neu');
  });

  it('a photo that a receiver has is named with its time and left out of the package, and any other one is sent', async () => {
    await start();
    const photos = [
      await files.add(await picture(300, 300, 'jpeg')),
      await files.add(await picture(301, 300, 'jpeg'), { position: 1 }),
    ];
    const property = snapshot({ attachments: photos });
    const settings: FtpSettings = { unchangedAttachments: 'reference' };
    const opening = await platform().open(accountWith(settings), never);
    if (!opening.ok) throw new Error(opening.failure.message);
    const { session } = opening;
    const send = async (publication: Partial<SetPublication>) => {
      const outcome = await session.set(setPublication(publication), never, forget);
      if (!outcome.ok) throw new Error(outcome.failure.message);
      const [document = '', ...names] = (
        await readZip(portal.files.get(outcome.fileName ?? '') ?? NOTHING)
      ).entries();
      return { has: outcome.files ?? [], document: String(document[1]), names: names.map(([name]) => name) };
    };
    const first = await send({ snapshot: property });
    expect(first.names).toEqual([`${LISTING}_001.jpg`, `${LISTING}_002.jpg`]);
    expect(checksIn(first.document)).toEqual([AT, AT]);

    const later = new Date(AT.getTime() + 60_000);
    const next = { sequence: 2, at: later, firstTime: false };
    const unchanged = await send({ ...next, snapshot: property, files: first.has });
    expect(unchanged.names).toEqual([]);
    expect(checksIn(unchanged.document)).toEqual([AT, AT]);
    expect(unchanged.has).toEqual(first.has);

    const other = await files.add(await picture(302, 300, 'jpeg'), { position: 1 });
    const swapped = snapshot({ attachments: [photos[0] ?? other, other] });
    const changed = await send({ ...next, snapshot: swapped, files: unchanged.has });
    expect(changed.names).toEqual([`${LISTING}_002.jpg`]);
    expect(checksIn(changed.document)).toEqual([AT, later]);
    await session.close();

    const smaller = await platform().open(accountWith({ ...settings, maxImageEdge: 200 }), never);
    if (!smaller.ok) throw new Error(smaller.failure.message);
    const reduced = setPublication({ ...next, snapshot: property, files: first.has });
    const outcome = await smaller.session.set(reduced, never, forget);
    await smaller.session.close();
    const sizes = outcome.ok ? outcome.files?.map(({ since }) => since) : [];
    expect(sizes).toEqual([later, later]);
  });

  it('a package whose receiver does not keep photos contains all of them, whatever is known', async () => {
    await start();
    const property = snapshot({ attachments: [await files.add(await picture(300, 300, 'jpeg'))] });
    const outcome = await publish({}, undefined, property);
    expect(outcome).not.toHaveProperty('files');
    const content = await readZip([...portal.files.values()][0] ?? NOTHING);
    expect([...content.keys()]).toHaveLength(2);
    expect(String([...content.values()][0])).not.toContain('<check');
  });

  it('a target without a profile has its limits in dry runs, named by its host', async () => {
    await start();
    const settings: FtpSettings = { propertyTypes: ['houseBuy'], links: false };
    const property = snapshot({ links: [{ url: 'https://example.org', title: 'Tour' }] });
    const problems = platform().problems(accountWith(settings), property);
    const reasons = problems.map(({ reason }) => reason);
    expect(reasons).toEqual(expect.arrayContaining(['type_not_taken', 'links_left_out']));
    expect(problems[0]?.message).toContain(account().credentials.host);
  });

  it('a profile that is made of settings is a valid one, but no file may take its type', () => {
    const made = profileFrom(settingsOf({ maxImages: 3, pageDomains: ['example.org'], transfer: 'full' }));
    expect(made).toMatchObject({ images: { maxCount: 3 }, fullTransfer: true });
    const { issues = [] } = PlatformProfile.safeParse(made).error ?? {};
    expect(issues.map(({ path }) => path)).toEqual([['type']]);
    const named = { ...made, type: 'portal' };
    expect(PlatformProfile.safeParse(named).success).toBe(true);
    const profiles = new Map([['portal', named]]);
    expect(profileOf({ type: 'portal' }, profiles)).toBe(named);
    expect(profileOf({ type: 'gone' }, profiles)).toBeUndefined();
  });
});

describe('packages that get their names at once', () => {
  const direct = { upload: 'direct' } as const;

  it('a package is stored under its name by a server that does not rename', async () => {
    await start();
    portal.script.pranks = { RNFR: { reply: '502 No.' } };
    expect(await publish({})).toMatchObject({ ok: false });
    expect(await publish(direct)).toMatchObject({ ok: true });
    expect([...portal.files.keys()].filter((name) => name.endsWith('.zip'))).toHaveLength(1);
  });

  it('a package that arrives damaged is removed, and retried', async () => {
    await start();
    portal.script.pranks = { SIZE: { reply: '213 7' } };
    expect(await publish(direct)).toMatchObject({ ok: false, failure: { repeat: true } });
    expect([...portal.files.keys()]).toEqual([]);
    expect(await publish({ ...direct, checkSize: false })).toMatchObject({ ok: true });
  });

  it('a package that was taken before its size is asked for counts as stored', async () => {
    await start();
    portal.script.pranks = { SIZE: { reply: '550 There is no such file.' } };
    expect(await publish(direct)).toMatchObject({ ok: true });
    expect(await publish({})).toMatchObject({ ok: false });
  });

  it('a worker that has lost the account neither stores nor removes anything', async () => {
    await start();
    expect(await publish(direct)).toMatchObject({ ok: true });
    const before = new Map(portal.files);
    expect(await publish(direct, () => false)).toMatchObject({ ok: false });
    expect(portal.files).toEqual(before);
  });

  it('a deletion is stored in the same way', async () => {
    await start();
    const opening = await platform().open(accountWith(direct), never);
    if (!opening.ok) throw new Error(opening.failure.message);
    expect(await opening.session.delete(deletePublication(), never)).toMatchObject({ ok: true });
    expect(portal.heard.map((line) => line.split(' ')[1])).not.toContain('RNFR');
  });
});

describe('what a check says of a server', () => {
  const featuresOf = ({ server = [] }: Awaited<ReturnType<typeof check>>) =>
    Object.fromEntries(server.map(({ feature, supported }) => [feature, supported]));

  it('a check says what the server can, and leaves nothing behind', async () => {
    await start();
    const found = await check({});
    expect(found.ok).toBe(true);
    expect(featuresOf(found)).toEqual({
      ...{ tls: false, utf8: true, size: true, mdtm: false },
      ...{ checksum: false, rename: true, remove: true },
    });
    for (const { message } of found.server ?? []) expect(message).toMatch(/^[A-Z].*\.$/);
    expect(portal.files.size).toBe(0);
  });

  it('a check finds a server that does not rename, and what to set', async () => {
    await start();
    portal.script.pranks = { RNTO: { reply: '550 Permission denied.' } };
    const found = await check({});
    expect(found).toMatchObject({ ok: false });
    expect(found.steps.at(-1)?.message).toContain('Set settings.upload to direct.');
    expect(await check({ upload: 'direct' })).toMatchObject({ ok: true });
    expect(portal.files.size).toBe(0);
  });

  it('a check finds a server that reports wrong sizes, and what to set', async () => {
    await start();
    portal.script.pranks = { SIZE: { reply: '213 99' } };
    const found = await check({});
    expect(found.steps.at(-1)).toMatchObject({
      ok: false,
      message: expect.stringContaining('Set settings.checkSize to false.') as unknown,
    });
    expect(featuresOf(found)).toMatchObject({ size: false });
    expect(await check({ checkSize: false })).toMatchObject({ ok: true });
  });

  it('a check of a portal with a profile advises nothing that its customer cannot set', async () => {
    await start();
    portal.script.pranks = { RNFR: { reply: '502 No.' } };
    const profile = { ...profileFrom(), type: 'portal' };
    const { steps } = await openimmoFtp(profile, tools(files)).check(accountWith({}), never);
    expect(steps.at(-1)).toMatchObject({ ok: false });
    expect(steps.at(-1)?.message).not.toContain('settings');
  });

  it('a check says that files stay on a server that does not remove them', async () => {
    await start();
    portal.script.pranks = { DELE: { reply: '550 Permission denied.' } };
    const found = await check({});
    expect(found.ok).toBe(true);
    expect(featuresOf(found)).toMatchObject({ remove: false });
  });
});
