import { FIELDS_OF, PROPERTY_TYPE_NAMES } from '@estate/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RemoteIds } from '../domain/remote-object.ts';
import { deletePublication, setPublication, snapshot } from './openimmo-ftp/test-support/fixtures.ts';
import type { AnyPlatform, PlatformAccount, PlatformSession, PublicationOutcome } from './platform.ts';

/** A platform with its simulator, and two accounts on it. */
export interface PlatformStage {
  platform: AnyPlatform;
  account: PlatformAccount;
  /** An account whose login, grant or key the platform rejects. */
  refused: PlatformAccount;
  /** The numbers of the objects that the platform shows of the first account. */
  shown(): Promise<readonly string[]>;
  /** Changes an object like a user on the pages of the platform; absent if its objects cannot be read. */
  byHand?(objectId: string, deed: 'activate' | 'deactivate' | 'delete'): Promise<void>;
  close(): Promise<void>;
}

const never = new AbortController().signal;

/** Tests the behaviour of every platform, whatever its protocol; the folder of a platform runs it with its simulator. */
export function platformSuite(name: string, openStage: () => Promise<PlatformStage>): void {
  describe(name, () => {
    let stage: PlatformStage;
    beforeAll(async () => {
      stage = await openStage();
    });
    afterAll(() => stage.close());

    contentTests(name, () => stage);
    accountTests(name, () => stage);
    publicationTests(name, () => stage);
    lookUpTests(name, () => stage);
  });
}

function contentTests(name: string, stage: () => PlatformStage): void {
  it.each(PROPERTY_TYPE_NAMES)(`${name} carries only fields that the type %s has`, (type) => {
    const carried = Object.entries(stage().platform.carries(type));
    expect(carried.length).toBeGreaterThan(0);
    for (const [field, places] of carried) {
      expect(Object.keys(FIELDS_OF[type].shape)).toContain(field);
      expect(places.length).toBeGreaterThan(0);
    }
  });

  it(`${name} previews a property as the document that it would send, without sending it`, async () => {
    const { account, platform, shown } = stage();
    const { body, mediaType } = platform.preview(account, setPublication());
    expect(body).toContain(snapshot().fields.title);
    expect(mediaType).toMatch(/^application\/(json|xml)$/);
    expect(platform.preview(account, setPublication())).toEqual({ body, mediaType });
    expect(await shown()).toEqual([]);
  });

  it(`${name} finds no error in a property that it takes`, () => {
    const { account, platform } = stage();
    const errors = platform.problems(account, snapshot()).filter(({ severity }) => severity === 'error');
    expect(errors).toEqual([]);
  });
}

function accountTests(name: string, stage: () => PlatformStage): void {
  it(`${name} accepts an account in a check, which leaves nothing behind`, async () => {
    const { account, platform, shown } = stage();
    const { ok, steps } = await platform.check(account, never);
    expect(steps.filter((step) => !step.ok)).toEqual([]);
    expect([ok, steps.length > 0]).toEqual([true, true]);
    expect(await shown()).toEqual([]);
  });

  it(`${name} says in a check of a refused account which step failed, and why`, async () => {
    const { platform, refused } = stage();
    const { ok, steps } = await platform.check(refused, never);
    expect(ok).toBe(false);
    expect(steps.at(-1)).toMatchObject({ ok: false, message: expect.stringMatching(/\w+.*\.$/s) as unknown });
  });

  it(`${name} stops the lane of a refused account, with a final failure`, async () => {
    const { platform, refused, shown } = stage();
    const outcome = await withSession(platform, refused, (session) =>
      session.set(setPublication(), never, () => Promise.resolve()),
    );
    expect(outcome).toMatchObject({ ok: false, failure: { scope: 'target', repeat: false } });
    expect(await shown()).toEqual([]);
  });
}

function publicationTests(name: string, stage: () => PlatformStage): void {
  it(`${name} shows a listing once, however often it is published, and takes it down`, async () => {
    const { account, platform, shown } = stage();
    let remote: RemoteIds | undefined;
    const remember = (ids: RemoteIds) => Promise.resolve(void (remote = ids));
    const known = () => remote && { remote };
    for (const sequence of [1, 2, 2]) {
      const publication = setPublication({ sequence, firstTime: sequence === 1, ...known() });
      const set = await withSession(platform, account, (session) =>
        session.set(publication, never, remember),
      );
      expect(set).toMatchObject({ ok: true });
    }
    expect(await shown()).toHaveLength(1);
    for (const sequence of [3, 4]) {
      const publication = deletePublication({ sequence, ...known() });
      const taken = await withSession(platform, account, (session) => session.delete(publication, never));
      expect(taken).toMatchObject({ ok: true });
    }
    expect(await shown()).toEqual([]);
  });
}

function lookUpTests(name: string, stage: () => PlatformStage): void {
  it(`${name} can be asked what it shows if its simulator has pages of its own, and only then`, () => {
    const { byHand, platform } = stage();
    expect(platform.openLookUp !== undefined).toBe(byHand !== undefined);
  });

  it(`${name} says whether an object is shown, hidden or missing, if it can be asked`, async () => {
    const { account, byHand, platform } = stage();
    if (!byHand) return;
    let objectId = '';
    const remember = (ids: RemoteIds) => Promise.resolve(void (objectId = ids.objectId ?? ''));
    const publication = setPublication({ firstTime: true });
    await withSession(platform, account, (session) => session.set(publication, never, remember));
    const seen = async () => {
      const opening = await platform.openLookUp?.(account);
      if (!opening?.ok) throw new Error('The platform cannot be asked.');
      return opening.lookUp({ objectId, type: publication.snapshot.type }, never);
    };
    expect(await seen()).toEqual({ ok: true, seen: 'shown' });
    await byHand(objectId, 'deactivate');
    expect(await seen()).toEqual({ ok: true, seen: 'hidden' });
    await byHand(objectId, 'activate');
    expect(await seen()).toEqual({ ok: true, seen: 'shown' });
    await byHand(objectId, 'delete');
    expect(await seen()).toEqual({ ok: true, seen: 'missing' });
  });

  it(`${name} does not say what it shows of a refused account`, async () => {
    const { platform, refused } = stage();
    if (!platform.openLookUp) return;
    const opening = await platform.openLookUp(refused);
    const outcome = opening.ok
      ? await opening.lookUp({ objectId: '1', type: 'apartmentBuy' }, never)
      : opening;
    expect(outcome).toMatchObject({ ok: false, failure: { scope: 'target' } });
  });
}

async function withSession(
  platform: AnyPlatform,
  account: PlatformAccount,
  work: (session: PlatformSession) => Promise<PublicationOutcome>,
): Promise<PublicationOutcome> {
  const opening = await platform.open(account, never);
  if (!opening.ok) return opening;
  try {
    return await work(opening.session);
  } finally {
    await opening.session.close();
  }
}
