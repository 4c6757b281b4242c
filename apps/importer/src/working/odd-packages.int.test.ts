// One engine: ./import.int.test.ts, ./clumsy-exporters.int.test.ts: how packages are written differs, and not what is stored of them.
import { newId } from '@estate/persistence';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { documentOf, zipOf } from '../../test/packages.ts';
import { openStage } from '../../test/stage.ts';
import type { Stage } from '../../test/stage.ts';

let stage: Stage;
let accountId: string;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());
beforeEach(() => {
  accountId = newId();
});

const outcomes = (ended: { objects: { outcome: string }[] }) => ended.objects.map(({ outcome }) => outcome);
const codes = (ended: { objects: { problems: { code: string }[] }[] }) =>
  ended.objects.map(({ problems }) => problems.map(({ code }) => code));
const object = { number: '1', photos: ['a.jpg'] };
const numbers = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ number: String(index + 1) }));
const edited = (document: Buffer, change: (text: string) => string) =>
  Buffer.from(change(document.toString()));

/** A ZIP file with names that the library for writing refuses. */
async function zipWithNames(files: readonly [string, Buffer][]): Promise<Buffer> {
  const standIn = (name: string, index: number) => String(index).repeat(name.length);
  const zip = await zipOf(
    Object.fromEntries(files.map(([name, bytes], index) => [standIn(name, index), bytes])),
  );
  return files.reduce(
    (bytes, [name], index) =>
      Buffer.from(bytes.toString('latin1').replaceAll(standIn(name, index), name), 'latin1'),
    zip,
  );
}

describe('a ZIP file that is not as the format wants it', () => {
  it.each([
    ['bytes in front of it', 'HTTP/1.1 200 OK\r\n\r\n', ''],
    ['bytes behind it', '', '\r\n--boundary--\r\n'],
    ['bytes on both sides', '\r\n', '\0'.repeat(1000)],
  ])('a ZIP file with %s is read', async (_what, front, behind) => {
    const zip = await zipOf({ 'openimmo.xml': documentOf([object]), 'a.jpg': Buffer.from('photo') });
    const package_ = Buffer.concat([Buffer.from(front), zip, Buffer.from(behind)]);
    const ended = await stage.importOf(package_, { accountId });
    expect([ended.failure, outcomes(ended), codes(ended)]).toEqual([undefined, ['created'], [[]]]);
  });

  it.each([
    ['/openimmo.xml', '/a.jpg'],
    ['./openimmo.xml', './a.jpg'],
    ['C:\\export\\openimmo.xml', 'C:\\export\\a.jpg'],
    ['../openimmo.xml', '../bilder/a.jpg'],
    ['export//openimmo.xml', 'export/./a.jpg'],
  ])('a ZIP file with the names %s and %s is read', async (document, photo) => {
    const zip = await zipWithNames([
      [document, documentOf([object])],
      [photo, Buffer.from('photo')],
      ['/Thumbs.db', Buffer.from('x')],
    ]);
    const ended = await stage.importOf(zip, { accountId });
    expect([ended.failure, outcomes(ended), codes(ended)]).toEqual([undefined, ['created'], [[]]]);
  });

  it.each(['/a.jpg', 'bilder//a.jpg', 'file:///C:/export/a.jpg', './a.jpg'])(
    'a ZIP file has its photo found under %s',
    async (path) => {
      const document = documentOf([{ number: '1', photos: [path] }]);
      const zip = await zipOf({ 'openimmo.xml': document, 'a.jpg': Buffer.from('photo') });
      expect(codes(await stage.importOf(zip, { accountId }))).toEqual([[]]);
    },
  );

  it('a ZIP file has its photo found under a name that is percent-encoded', async () => {
    const document = documentOf([{ number: '1', photos: ['K%C3%BCche%201.jpg'] }]);
    const zip = await zipOf({ 'openimmo.xml': document, 'Küche 1.jpg': Buffer.from('photo') });
    expect(codes(await stage.importOf(zip, { accountId }))).toEqual([[]]);
  });

  it('a ZIP file that is cut behind a ZIP file that it contains fails', async () => {
    const inner = await zipOf({ 'openimmo.xml': documentOf([object]) });
    const cut = Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(26), inner]);
    const ended = await stage.importOf(cut, { accountId });
    expect(ended).toMatchObject({ state: 'failed', failure: { code: 'package_unreadable' } });
  });
});

describe('a document that is not as the format wants it', () => {
  it.each([
    [
      'within <anbieter>',
      (text: string) =>
        text
          .replace('<immobilie>', '<immobilien><immobilie>')
          .replace('</immobilie>', '</immobilie></immobilien>'),
    ],
    [
      'around <anbieter>',
      (text: string) =>
        text.replace('<anbieter>', '<daten><anbieter>').replace('</anbieter>', '</anbieter></daten>'),
    ],
    [
      'in place of <anbieter>',
      (text: string) =>
        text
          .replace(/<anbieter>.*?<immobilie>/s, '<immobilien><immobilie>')
          .replace('</anbieter>', '</immobilien>'),
    ],
  ])('a document with an element %s that the format does not have is read', async (_where, change) => {
    const ended = await stage.importOf(edited(documentOf([{ number: '1' }]), change), { accountId });
    expect([ended.failure, outcomes(ended)]).toEqual([undefined, ['created']]);
  });

  it('a document whose objects are in an element of their own is a full transfer of its provider', async () => {
    const wrapped = (count: number) =>
      edited(documentOf(numbers(count), { scope: 'VOLL' }), (text) =>
        text
          .replace('<immobilie>', '<immobilien><immobilie>')
          .replace('</anbieter>', '</immobilien></anbieter>'),
      );
    await stage.importOf(wrapped(4), { accountId });
    const ended = await stage.importOf(wrapped(3), { accountId });
    expect(ended).toMatchObject({ state: 'finished', counts: { unchanged: 3, deleted: 1 } });
  });

  it('a document with an action as a text deletes', async () => {
    await stage.importOf(documentOf([{ number: '1' }]), { accountId });
    const removal = edited(documentOf([{ number: '1', action: 'DELETE' }]), (text) =>
      text.replace('<aktion aktionart="DELETE"/>', '<aktion>DELETE</aktion>'),
    );
    const ended = await stage.importOf(removal, { accountId });
    expect([outcomes(ended), codes(ended), ended.objects[0]?.action]).toEqual([['deleted'], [[]], 'delete']);
  });

  it.each([
    ['that is empty', documentOf([])],
    [
      'with objects of another name',
      edited(documentOf([{ number: '1' }]), (text) => text.replaceAll('immobilie>', 'objekt>')),
    ],
  ])('a document %s fails and says what was looked for', async (_what, document) => {
    const ended = await stage.importOf(document, { accountId });
    expect(ended).toMatchObject({ state: 'failed', failure: { code: 'objects_missing' } });
    expect(ended.failure?.message).toContain('<immobilie>');
  });

  it.each([1, 2])('a full transfer that is cut after object %i of three applies nothing', async (count) => {
    await stage.importOf(documentOf(numbers(3), { scope: 'VOLL' }), { accountId });
    const changed = documentOf(
      numbers(3).map((one) => ({ ...one, title: 'New' })),
      { scope: 'VOLL' },
    ).toString();
    const cut = changed.split('</immobilie>').slice(0, count).join('</immobilie>') + '</immobilie>';
    const ended = await stage.importOf(Buffer.from(cut), { accountId });
    expect(ended).toMatchObject({ state: 'failed', failure: { code: 'document_unreadable' }, objects: [] });
    const titles = stage.owners
      .of('properties', accountId)
      .map(({ fields }) => (fields as { title: string }).title);
    expect(titles).not.toContain('New');
  });

  it.each([
    ['without a number', ''],
    ['whose only number is 0', '<objektnr_extern>0</objektnr_extern>'],
    ['whose only number is k.A.', '<objektnr_extern>k.A.</objektnr_extern>'],
  ])('a full transfer with an object %s deletes nothing until it is confirmed', async (_what, number) => {
    await stage.importOf(documentOf(numbers(4), { scope: 'VOLL' }), { accountId });
    const document = edited(documentOf([...numbers(3), { number: 'none' }], { scope: 'VOLL' }), (text) =>
      text.replace('<objektnr_extern>none</objektnr_extern>', number),
    );
    const waiting = await stage.importOf(document, { accountId });
    expect(waiting).toMatchObject({
      state: 'awaiting_confirmation',
      removal: { missing: 1, known: 4, unidentified: 1 },
    });
    const confirmed = await stage.stores.imports.confirm(waiting);
    await stage.intake.makeDue(confirmed!);
    await stage.work();
    expect(await stage.found(waiting)).toMatchObject({ state: 'finished', counts: { deleted: 1 } });
  });
});
