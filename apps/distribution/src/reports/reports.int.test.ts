import {
  createListing,
  getListing,
  getReport,
  listDistributionTimeline,
  listListings,
  listReports,
  noteInquiry,
  retryListing,
} from '@estate/contracts';
import type { DataOf, Listing, ReportReceived } from '@estate/contracts';
import { newId } from '@estate/persistence';
import { beforeEach, describe, expect, it } from 'vitest';
import { eachOnStage } from '../../test/each-on-stage.ts';
import type { Stage } from '../../test/stage.ts';
import { takeReport } from './take-report.ts';

type Received = DataOf<typeof ReportReceived>;
type ReportedObject = Received['objects'][number];

let stage: Stage;
let targetId: string;
let listing: Listing;
let number: string;
eachOnStage((opened) => {
  stage = opened;
});
beforeEach(async () => {
  targetId = await stage.addTarget();
  const propertyId = stage.addProperty();
  listing = await stage.ask(createListing, { propertyId, targetId });
  await stage.work();
  number = (await shown()).property?.externalId ?? '';
  stage.pass(60_000);
});

const shown = () => stage.ask(getListing, { id: listing.id });
const stateOf = async () => (await shown()).platformState?.state;
const said = (state: ReportedObject['state'], more: Partial<ReportedObject> = {}): ReportedObject => ({
  numbers: [number],
  state,
  messages: [],
  ...more,
});
const REJECTED = (): ReportedObject =>
  said('rejected', { messages: [{ severity: 'error', text: 'Bild 3 ist zu groß' }] });
const packageName = (sequence: number) => `${listing.id}_${String(sequence).padStart(8, '0')}.zip`;

function received(objects: ReportedObject[], more: Partial<Received> = {}): Received {
  const now = stage.time.now.toISOString();
  const ids = { reportId: newId(), targetId, mailId: newId() };
  return { ...ids, receivedAt: now, at: now, verified: true, objects, objectCount: objects.length, ...more };
}
const take = (data: Received) => takeReport(data, stage.accountId, stage.deps);
const report = (...objects: ReportedObject[]) => take(received(objects));
const findable = async (fileName: string) => {
  const data = received([REJECTED(), said('confirmed', { numbers: ['OTHER/7'], fileName })]);
  await take(data);
  await report(said('confirmed', { numbers: ['P-0'] }));
  return data;
};
const events = async (name: string) => stage.eventsOf(`event.publication.${name}`);

async function inquire(publicUrl?: string): Promise<void> {
  const about = { propertyId: listing.propertyId, targetId, at: stage.time.now.toISOString() };
  await stage.ask(noteInquiry, { ...about, ...(publicUrl !== undefined && { publicUrl }) });
}

describe('a report of a platform', () => {
  it('a report that rejects a listing is shown at it in the words of the platform and ours, with an event and an entry of the timeline', async () => {
    const data = received([REJECTED()]);
    await take(data);
    const message = { severity: 'error', text: 'Bild 3 ist zu groß', field: 'attachments' };
    const said = { state: 'rejected', at: data.at, source: 'email', messages: [message] };
    expect(await shown()).toMatchObject({ state: 'published', platformState: said });
    expect((await stage.ask(listListings, { targetId })).data).toMatchObject([{ platformState: said }]);
    expect(await events('rejected')).toMatchObject([
      { listingId: listing.id, propertyType: 'apartmentBuy', targetId, reportId: data.reportId, ...said },
    ]);
    const { data: entries } = await stage.ask(listDistributionTimeline, { listingId: listing.id });
    expect(entries[0]).toMatchObject({
      kind: 'listing_answered',
      requestId: 'r-test',
      state: 'rejected',
      reportId: data.reportId,
    });
  });

  it('a report is found by exactly the number of an object and the file name of a package that it names', async () => {
    const fileName = packageName(1);
    const { reportId } = await findable(fileName);
    const found = async (object: string) =>
      (await stage.ask(listReports, { object })).data.map(({ id }) => id);
    expect(await found(number)).toEqual([reportId]);
    expect(await found('OTHER/7')).toEqual([reportId]);
    expect(await found(fileName)).toEqual([reportId]);
    expect(await found('OTHER')).toEqual([]);
    expect(await stage.ask(getReport, { id: reportId })).not.toHaveProperty('names');
  });

  it('a report that confirms a listing gives it the page of the platform', async () => {
    const publicUrl = 'https://portal.example/expose/1';
    await report(said('confirmed', { publicUrl }));
    expect(await shown()).toMatchObject({ publicUrl, platformState: { state: 'confirmed' } });
    expect(await events('confirmed')).toMatchObject([{ listingId: listing.id, publicUrl }]);
  });

  it('a report makes nothing due, publishes nothing and takes nothing down', async () => {
    for (const state of ['rejected', 'removed', 'confirmed', 'unknown'] as const) await report(said(state));
    await stage.work();
    expect(stage.portal.sent).toHaveLength(1);
    expect(await stage.db.collection('listings').countDocuments({ dueAt: { $exists: true } })).toBe(0);
  });

  it('lists of rejected listings have a listing until its next package is uploaded', async () => {
    const rejected = async () =>
      (await stage.ask(listListings, { platformState: 'rejected', count: 'true' })).count;
    await report(REJECTED());
    expect(await rejected()).toBe(1);
    await stage.ask(retryListing, { id: listing.id });
    expect(await rejected()).toBe(1);
    stage.pass(1000);
    await stage.work();
    expect(await rejected()).toBe(0);
  });

  it('a rejected listing is tried again by hand, and is not rejected any more once it is uploaded', async () => {
    await report(REJECTED());
    await stage.ask(retryListing, { id: listing.id });
    expect(await stateOf()).toBe('rejected');
    stage.pass(1000);
    await stage.work();
    expect(stage.portal.sent).toHaveLength(2);
    expect(await stateOf()).toBeUndefined();
  });

  it('a report about an earlier package does not reject what was uploaded since, by its name and by its time', async () => {
    const early = stage.time.now.toISOString();
    stage.pass(60_000);
    await stage.ask(retryListing, { id: listing.id });
    await stage.work();
    stage.pass(60_000);
    await report({ ...REJECTED(), fileName: packageName(1) });
    await take(received([REJECTED()], { at: early }));
    expect(await stateOf()).toBeUndefined();
    await report({ ...REJECTED(), numbers: [], fileName: packageName(2) });
    expect(await stateOf()).toBe('rejected');
  });

  it('a report that arrives twice has one event, also as two reports', async () => {
    const data = received([REJECTED()]);
    await take(data);
    await take(data);
    await report(REJECTED());
    expect(await events('rejected')).toHaveLength(1);
    expect((await stage.ask(listReports, { targetId })).data).toHaveLength(2);
  });

  it('a report that is not verified is kept and changes no listing', async () => {
    const data = received([REJECTED()], { verified: false });
    await take(data);
    expect(await stateOf()).toBeUndefined();
    expect(await stage.ask(getReport, { id: data.reportId })).toMatchObject({
      verified: false,
      state: 'rejected',
    });
  });

  it('a report that names a listing by its number and its package means it', async () => {
    await report({ ...REJECTED(), fileName: packageName(1) });
    expect(await stateOf()).toBe('rejected');
  });

  it('a report whose number and package name different listings is certain of neither', async () => {
    const other = await stage.ask(createListing, { propertyId: stage.addProperty(), targetId });
    await stage.work();
    await report({ ...REJECTED(), fileName: packageName(1).replace(listing.id, other.id) });
    expect(await stateOf()).toBeUndefined();
    expect((await stage.ask(listReports, { targetId })).data).toMatchObject([{ state: 'unclear' }]);
  });

  it('a report whose numbers name different listings is certain of neither', async () => {
    const other = await stage.ask(createListing, { propertyId: stage.addProperty(), targetId });
    await stage.work();
    const otherNumber = (await stage.ask(getListing, { id: other.id })).property?.externalId ?? '';
    await report({ ...REJECTED(), numbers: [number, otherNumber] });
    expect(await stateOf()).toBeUndefined();
  });

  it('a report that contradicts itself about a listing at two places is certain of nothing', async () => {
    await report(REJECTED(), said('confirmed', { numbers: [`${number} (Wohnung)`, number] }));
    expect(await stateOf()).toBe('unknown');
  });

  it('a report of which not everything was read confirms nothing as a whole', async () => {
    await take(received([said('confirmed')], { objectCount: 2 }));
    expect(await stateOf()).toBe('confirmed');
    expect((await stage.ask(listReports, { targetId })).data).toMatchObject([{ state: 'unclear' }]);
  });

  it('a report about the target of another account, or one that is gone, is not taken', async () => {
    expect(await takeReport(received([REJECTED()]), newId(), stage.deps)).toBe(false);
    expect(await take(received([REJECTED()], { targetId: newId() }))).toBe(false);
    expect(await stateOf()).toBeUndefined();
  });

  it('a report names no listing of another target', async () => {
    await take(received([REJECTED()], { targetId: await stage.addTarget() }));
    expect(await stateOf()).toBeUndefined();
  });
});

describe('the reports of an account', () => {
  it('the reports of an account are listed by target, listing and state, and found by id', async () => {
    await report(REJECTED());
    await report(said('confirmed'));
    await take(received([]));
    const list = async (query: object) => (await stage.ask(listReports, { ...query, count: true })).count;
    expect(await list({})).toBe(3);
    expect(await list({ listingId: listing.id })).toBe(2);
    expect(await list({ state: 'unclear' })).toBe(1);
    expect(await list({ targetId: newId() })).toBe(0);
    const { data } = await stage.ask(listReports, { state: 'rejected' });
    expect(await stage.ask(getReport, { id: data[0]?.id ?? '' })).toEqual(data[0]);
    await expect(stage.ask(getReport, { id: newId() })).rejects.toMatchObject({ code: 'report-not-found' });
  });
});

describe('an inquiry through a platform', () => {
  it('an inquiry confirms the listing and teaches its page, and overrules no rejection', async () => {
    await inquire('https://www.portal.example/expose/7');
    expect(await shown()).toMatchObject({
      publicUrl: 'https://www.portal.example/expose/7',
      platformState: { state: 'confirmed', source: 'inquiry' },
    });
    await report(REJECTED());
    await inquire('https://elsewhere.example/');
    expect(await shown()).toMatchObject({
      publicUrl: 'https://www.portal.example/expose/7',
      platformState: { state: 'rejected' },
    });
  });
});

describe('an inquiry of a stranger', () => {
  it('an inquiry teaches no page that is not one of the platform', async () => {
    for (const page of ['https://phish.example/1', 'https://portal.example.phish.example/1'])
      await inquire(page);
    expect(await shown()).not.toHaveProperty('publicUrl');
  });
});

describe('a platform that answers at once', () => {
  const WORDS = [{ code: 'X', severity: 'error' as const, text: 'no price', field: 'fields.purchasePrice' }];

  it('a platform that answers at once confirms what it has taken, and rejects in its own words what it has not', async () => {
    stage.portal.during = async () => ({ ok: true, said: { state: 'confirmed', messages: [] } });
    await stage.ask(retryListing, { id: listing.id });
    await stage.work();
    expect(await shown()).toMatchObject({ platformState: { state: 'confirmed', source: 'api' } });
    const judged = {
      code: 'validation_rejected' as const,
      message: 'no',
      repeat: false,
      scope: 'listing' as const,
    };
    stage.portal.during = async () => ({
      ok: false,
      failure: { ...judged, said: { state: 'rejected', messages: WORDS } },
    });
    await stage.ask(retryListing, { id: listing.id });
    await stage.work();
    expect(await shown()).toMatchObject({
      state: 'failed',
      platformState: { state: 'rejected', source: 'api', messages: WORDS },
    });
    expect(await events('confirmed')).toHaveLength(1);
    expect(await events('rejected')).toMatchObject([{ listingId: listing.id, messages: WORDS }]);
  });
});
