import { randomBytes } from 'node:crypto';
import { newId } from '@estate/persistence';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { documentOf, zipOf } from '../../test/packages.ts';
import { openStage } from '../../test/stage.ts';
import type { Stage } from '../../test/stage.ts';
import { formerKeyOf } from '../reading/object-row.ts';
import type { KnownDoc } from '../stores/known-store.ts';

let stage: Stage;
let accountId: string;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());
beforeEach(() => {
  accountId = newId();
});

const full = { scope: 'VOLL' } as const;
const numbers = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ number: String(index + 1) }));
const properties = () =>
  stage.owners
    .of('properties', accountId)
    .toSorted((one, other) => (String(one['externalId']) < String(other['externalId']) ? -1 : 1));
const outcomes = (ended: { objects: { outcome: string }[] }) => ended.objects.map(({ outcome }) => outcome);
const codes = (ended: { objects: { problems: { code: string }[] }[] }) =>
  ended.objects.map(({ problems }) => problems.map(({ code }) => code));
/** How an object with a second number is known. */
async function knownBy(openimmo: string) {
  const known = await stage.db
    .collection<KnownDoc>('known-objects')
    .findOne({ accountId, 'numbers.openimmo': openimmo });
  if (!known) throw new Error(`No object is known by ${openimmo}.`);
  return known;
}
const edited = (document: Buffer, change: (text: string) => string) =>
  Buffer.from(change(document.toString()));

describe('a full transfer of a clumsy exporter', () => {
  it.each([
    ['without an object', documentOf([], full)],
    [
      'without a provider',
      Buffer.from('<openimmo><uebertragung art="ONLINE" umfang="VOLL" version="1.2.7"/></openimmo>'),
    ],
    ['of another provider', documentOf([], { ...full, provider: 'B' })],
    [
      'whose objects are all broken',
      documentOf([{ number: '1', prices: '<kaufpreis>unknown</kaufpreis>' }], full),
    ],
  ])('a full transfer %s deletes nothing without a confirmation', async (_what, document) => {
    await stage.importOf(documentOf(numbers(4), full), { accountId });
    const ended = await stage.importOf(document, { accountId });
    expect(['awaiting_confirmation', 'failed', 'finished']).toContain(ended.state);
    expect(ended.counts.deleted).toBe(0);
    expect(properties()).toHaveLength(4);
  });

  it('a full transfer without an object waits, and deletes everything once it is confirmed', async () => {
    await stage.importOf(documentOf(numbers(4), full), { accountId });
    const waiting = await stage.importOf(documentOf([], full), { accountId });
    expect(waiting).toMatchObject({ state: 'awaiting_confirmation', removal: { missing: 4, known: 4 } });
    const confirmed = await stage.stores.imports.confirm(waiting);
    await stage.intake.makeDue(confirmed!);
    await stage.work();
    expect([(await stage.found(waiting)).counts.deleted, properties()]).toEqual([4, []]);
  });

  it('a full transfer with a broken object keeps the property of that object', async () => {
    await stage.importOf(documentOf(numbers(4), full), { accountId });
    const broken = [...numbers(3), { number: '4', prices: '<kaufpreis>unknown</kaufpreis>' }];
    const ended = await stage.importOf(documentOf(broken, full), { accountId });
    expect(ended).toMatchObject({ state: 'finished', counts: { failed: 1, deleted: 0 } });
    expect(properties()).toHaveLength(4);
  });

  it('a full transfer keeps a property that was known by a number that says nothing, and knows it by its own number', async () => {
    const document = edited(documentOf([{ number: '0' }, { number: '1' }], full), (text) =>
      text.replace(
        '<objektnr_extern>0</objektnr_extern>',
        '<objektnr_extern>0</objektnr_extern><openimmo_obid>OBID-1</openimmo_obid>',
      ),
    );
    const first = await stage.importOf(document, { accountId });
    const known = await knownBy('OBID-1');
    await stage.stores.known.rename(known, formerKeyOf(first.queueId, known) ?? '');
    const again = await stage.importOf(document, { accountId });
    expect(again).toMatchObject({ state: 'finished', counts: { unchanged: 2, deleted: 0, failed: 0 } });
    expect(await knownBy('OBID-1')).toEqual(known);
    expect(properties()).toHaveLength(2);
  });

  it('a full transfer that names a provider in two parts deletes no object of either', async () => {
    const halves = documentOf(numbers(2), full)
      .toString()
      .replace(
        '</anbieter>',
        `</anbieter><anbieter><openimmo_anid>A</openimmo_anid>${
          /<immobilie>[^]*<\/immobilie>/u.exec(
            documentOf([{ number: '3' }, { number: '4' }]).toString(),
          )?.[0] ?? ''
        }</anbieter>`,
      );
    await stage.importOf(documentOf(numbers(4), full), { accountId });
    const ended = await stage.importOf(Buffer.from(halves), { accountId });
    expect(ended).toMatchObject({ state: 'finished', counts: { objects: 4, unchanged: 4, deleted: 0 } });
  });

  it('a full transfer in a ZIP file that is damaged after its first objects deletes nothing', async () => {
    await stage.importOf(documentOf(numbers(4), full), { accountId });
    const document = documentOf(
      numbers(3).map(({ number }) => ({ number, embedded: randomBytes(300_000).toString('base64') })),
      full,
    );
    const zip = await zipOf({ 'a.xml': document });
    zip.fill(0xff, zip.length - 400, zip.length - 300);
    const ended = await stage.importOf(zip, { accountId });
    expect(ended).toMatchObject({ state: 'failed', failure: { code: 'package_unreadable' } });
    expect(properties()).toHaveLength(4);
  });
});

describe('an object of a clumsy exporter', () => {
  it('an object whose number another provider has used is explained, and the one that was there stays', async () => {
    await stage.importOf(documentOf([{ number: '1', title: 'First' }]), { accountId });
    const other = documentOf([{ number: '1', title: 'Second' }], { provider: 'B' });
    const ended = await stage.importOf(other, { accountId });
    expect(codes(ended)).toEqual([['external_id_taken']]);
    expect(properties()).toMatchObject([{ fields: { title: 'First' } }]);
  });

  it('an object that a package contains twice becomes one property', async () => {
    const twice = documentOf([{ number: '1' }, { number: '1' }]);
    expect(outcomes(await stage.importOf(twice, { accountId }))).toEqual(['created', 'unchanged']);
    expect(outcomes(await stage.importOf(twice, { accountId }))).toEqual(['unchanged', 'unchanged']);
    expect(properties()).toMatchObject([{ revision: 1 }]);
  });

  it('an object with its action in small letters is deleted', async () => {
    await stage.importOf(documentOf([{ number: '1' }]), { accountId });
    const lower = edited(documentOf([{ number: '1', action: 'DELETE' }]), (text) =>
      text.replace('"DELETE"', '"delete"'),
    );
    expect(outcomes(await stage.importOf(lower, { accountId }))).toEqual(['deleted']);
    expect(properties()).toEqual([]);
  });

  it('an object without any number fails, and the others are imported', async () => {
    const without = edited(documentOf([{ number: 'none' }, { number: '2' }]), (text) =>
      text.replace('<objektnr_extern>none</objektnr_extern>', ''),
    );
    const ended = await stage.importOf(without, { accountId });
    expect([outcomes(ended), codes(ended)]).toEqual([
      ['failed', 'created'],
      [['number_missing'], []],
    ]);
  });
});

describe('a package of a clumsy exporter', () => {
  it('a package that arrives by two ways at the same time changes everything once', async () => {
    const sourceId = await stage.addSource(accountId, { targetIds: ['target-1'] });
    const document = documentOf(numbers(3), full);
    const sent = { accountId, sourceId };
    const both = await Promise.all([stage.send(document, sent), stage.send(document, sent)]);
    await Promise.all([stage.work(), stage.work(stage.process())]);
    await stage.work();
    const ended = await Promise.all(both.map((one) => stage.found(one)));
    const created = ended.reduce((sum, { counts }) => sum + counts.created, 0);
    const unchanged = ended.reduce((sum, { counts }) => sum + counts.unchanged, 0);
    expect([created, unchanged, stage.owners.of('listings', accountId).length]).toEqual([3, 3, 3]);
    expect(properties().map(({ revision }) => revision)).toEqual([1, 1, 1]);
  });

  it('a package has its files found with backslashes, in sub-folders and with umlauts', async () => {
    const photos = ['bilder\\1.jpg', '2\\1.jpg', 'Küche.jpg'];
    const ended = await stage.importOf(
      await zipOf({
        'export/openimmo.xml': documentOf([{ number: '1', photos }]),
        'export/bilder/1.jpg': Buffer.from('one'),
        'export/2/1.jpg': Buffer.from('two'),
        'export/Ku\u0308che.jpg': Buffer.from('three'),
      }),
      { accountId },
    );
    expect(codes(ended)).toEqual([[]]);
    const urls = properties().flatMap((one) =>
      (one['attachments'] as { url: string }[]).map(({ url }) => url),
    );
    expect([urls.length, new Set(urls).size]).toEqual([3, 3]);
  });

  it('a package whose photo is damaged is imported without that photo', async () => {
    const photo = Buffer.alloc(5000, 'photo');
    const zip = await zipOf({
      'openimmo.xml': documentOf([{ number: '1', photos: ['a.jpg'] }]),
      'a.jpg': photo,
    });
    const at = zip.indexOf(Buffer.from('a.jpg')) + 5;
    zip[at + 4] = (zip[at + 4] ?? 0) ^ 0xff;
    const ended = await stage.importOf(zip, { accountId });
    expect([outcomes(ended), codes(ended)]).toEqual([['created'], [['attachment_unreadable']]]);
  });
});
