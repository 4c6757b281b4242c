import { createListing, retryListing } from '@estate/contracts';
import { describe, expect, it } from 'vitest';
import { eachOnStage } from '../../test/each-on-stage.ts';
import type { Stage } from '../../test/stage.ts';
import type { SentFile } from '../domain/sent-files.ts';
import type { PublicationOutcome } from '../platforms/platform.ts';

let stage: Stage;
let targetId: string;
let id: string;
let propertyId: string;

const SHARED = 'ftp://agency@ftp.example.org';
const files: SentFile[] = [{ name: '1.jpg', content: 'x', since: new Date('2026-11-01T08:00:00.000Z') }];
const again: PublicationOutcome = {
  ok: false,
  failure: { code: 'connection_lost', message: 'No.', repeat: true, scope: 'listing' },
};

eachOnStage(async (opened) => {
  stage = opened;
  stage.portal.during = () => Promise.resolve({ ok: true, files });
  targetId = await stage.addTarget({ login: SHARED });
  propertyId = stage.addProperty();
  ({ id } = await stage.ask(createListing, { propertyId, targetId }));
  await stage.work();
});

/** The files that the platform was said to have, for each package after the first. */
const known = () =>
  stage.portal.sent
    .slice(1)
    .map(({ publication }) => ('files' in publication ? (publication.files?.length ?? 0) : 0));

const reason = (token = 't') => ({ at: stage.time.now, requestId: 'r', token });

async function change(): Promise<void> {
  stage.catalog.change(propertyId, {});
  const { revision } = stage.catalog.properties.get(propertyId) ?? { revision: 0 };
  await stage.listings.makeDueOfRevision({ propertyId, revision }, reason());
  await stage.work();
}

/** Another target gets another login. */
const leave = (_id: string) =>
  stage.db.collection<{ _id: string }>('targets').updateOne({ _id }, { $set: { login: 'another' } });

const said = (state: 'confirmed' | 'rejected') => ({
  ...{ state, at: stage.time.now, source: 'email' as const, messages: [], sequence: 1 },
});

describe('the files that a platform has of a listing', () => {
  it('files that arrived with a package are known to the next ones', async () => {
    await change();
    await change();
    expect(known()).toEqual([1, 1]);
  });

  it('files are not known to a first package, nor where the platform remembers none', async () => {
    expect(stage.portal.sent[0]?.publication).not.toHaveProperty('files');
    stage.portal.during = () => Promise.resolve({ ok: true });
    await change();
    await change();
    expect(known()).toEqual([1, 0]);
  });

  it('files are not known after a package that may not have arrived, nor to one that is retried', async () => {
    stage.portal.during = () => Promise.resolve(again);
    await change();
    stage.portal.during = () => Promise.resolve({ ok: true, files });
    stage.pass(60_000);
    await stage.work();
    await change();
    expect(known()).toEqual([1, 0, 1]);
  });

  it('files are not known to the package after one whose process was killed', async () => {
    await stage.listings.makeDueOfRevision({ propertyId, revision: 9 }, reason());
    const [record] = await stage.due.ofTarget(targetId, stage.time.now, { limit: 1 });
    const intent = { version: record?.wanted.version ?? 0, sequence: 2, at: stage.time.now };
    expect(record && (await stage.progress.begin(record, { fence: 1, intent }))).toBe(true);
    await stage.work();
    expect(known()).toEqual([0]);
  });

  it('files are not known after everything is to be sent again, a restored backup, or a retry by hand', async () => {
    await stage.listings.makeDueOfTarget(targetId, reason('one'));
    await stage.work();
    await stage.listings.makeDueOfTarget(targetId, { ...reason('two'), restored: true });
    await stage.work();
    await stage.ask(retryListing, { id });
    await stage.work();
    await stage.progress.republish([{ id }], { requestId: 'r' }, stage.time.now);
    await stage.work();
    expect(known()).toEqual([0, 0, 0, 0]);
  });

  it('files of a package that was being sent when everything was to be sent again are not known', async () => {
    stage.portal.during = async () => {
      stage.portal.during = () => Promise.resolve({ ok: true, files });
      await stage.listings.makeDueOfTarget(targetId, reason('during'));
      return { ok: true, files };
    };
    await change();
    await stage.work();
    expect(known()).toEqual([1, 0]);
  });

  it('files that a platform rejects while the next package is sent are not known afterwards', async () => {
    stage.portal.during = async () => {
      await stage.listings.answers.add({ id, accountId: stage.accountId }, said('rejected'), () => undefined);
      stage.portal.during = () => Promise.resolve({ ok: true, files });
      return { ok: true, files };
    };
    await change();
    await change();
    await change();
    expect(known()).toEqual([1, 0, 1]);
  });

  it('a package that was prepared before a platform rejected its files is not begun', async () => {
    await stage.listings.makeDueOfRevision({ propertyId, revision: 9 }, reason());
    const [record] = await stage.due.ofTarget(targetId, stage.time.now, { limit: 1 });
    await stage.listings.answers.add({ id, accountId: stage.accountId }, said('rejected'), () => undefined);
    const intent = { version: record?.wanted.version ?? 0, sequence: 2, at: stage.time.now };
    expect(record && (await stage.progress.begin(record, { fence: 1, intent }))).toBe(false);
    await stage.work();
    expect(known()).toEqual([0]);
  });

  it('files are not known where another target has the same login, nor what arrived meanwhile', async () => {
    const other = await stage.addTarget({ login: SHARED });
    await change();
    await change();
    await leave(other);
    await change();
    await change();
    expect(known()).toEqual([0, 0, 0, 1]);
  });

  it('files are not known after another target with the same login has sent a package, however it is gone', async () => {
    const other = await stage.addTarget({ login: SHARED });
    await stage.ask(createListing, { propertyId: stage.addProperty(), targetId: other });
    await stage.work();
    await leave(other);
    stage.portal.sent.splice(1);
    await change();
    expect(known()).toEqual([0]);
  });

  it('files are not known while another target with the same login is deleted and not yet empty', async () => {
    const other = await stage.addTarget({ login: SHARED });
    await stage.db
      .collection<{ _id: string }>('targets')
      .updateOne({ _id: other }, { $set: { deletedAt: stage.time.now } });
    await change();
    expect(known()).toEqual([0]);
  });

  it('files are not known to a listing to which a deleted one has left its object', async () => {
    const other = await stage.addTarget({ login: SHARED });
    const left = await stage.ask(createListing, { propertyId, targetId: other });
    await stage.work();
    const [record] = await stage.listings.answers.withIds({ accountId: stage.accountId, targetId: other }, [
      left.id,
    ]);
    const [successor] = await stage.listings.answers.withIds({ accountId: stage.accountId, targetId }, [id]);
    await stage.stored.updateOne({ _id: id }, { $set: { sentFiles: { sequence: 1, files } } });
    await stage.progress.takeOver(successor!, record!, stage.time.now);
    expect(await stage.stored.findOne({ _id: id })).not.toHaveProperty('sentFiles');
  });

  it.each([
    ['confirmed', 1],
    ['rejected', 0],
  ] as const)('files of an object that a platform has %s are known: %d', async (state, count) => {
    await stage.listings.answers.add({ id, accountId: stage.accountId }, said(state), () => undefined);
    await change();
    expect(known()).toEqual([count]);
  });
});
