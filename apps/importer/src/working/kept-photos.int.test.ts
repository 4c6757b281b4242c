import { createHash } from 'node:crypto';
import { newId } from '@estate/persistence';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { documentOf, zipOf } from '../../test/packages.ts';
import type { SampleObject } from '../../test/packages.ts';
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

type Photos = NonNullable<SampleObject['photos']>;

const md5 = (text: string) => createHash('md5').update(text).digest('hex');
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const document = (photos: Photos, title = 'Garage') => documentOf([{ number: '1', title, photos }]);
/** A package whose files contain what stands behind their names. */
const packageOf = (photos: Photos, files: Record<string, string>, title?: string) =>
  zipOf({
    'openimmo.xml': document(photos, title),
    ...Object.fromEntries(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)])),
  });
const urlOf = (text: string) => `https://api.example.org/attachments/${sha256(text).slice(0, 20)}`;
/** In the order of their numbers: objects are applied side by side. */
const shown = () =>
  stage.owners
    .of('properties', accountId)
    .toSorted((one, other) => Number(one['externalId']) - Number(other['externalId']))
    .map((one) => (one['attachments'] as { url: string }[]).map(({ url }) => url));
const reasons = (ended: { objects: { problems: { reason?: string | undefined }[] }[] }) =>
  ended.objects.map(({ problems }) => problems.map(({ reason }) => reason));

async function damaged(photos: Photos, file: string): Promise<Buffer> {
  const zip = await packageOf(photos, { [file]: 'x'.repeat(5000) });
  const at = zip.indexOf(Buffer.from(file)) + file.length;
  zip[at + 4] = (zip[at + 4] ?? 0) ^ 0xff;
  return zip;
}

describe('a photo that was imported before', () => {
  const both: Photos = ['a.jpg', 'b.jpg'];
  beforeEach(async () => {
    await stage.importOf(await packageOf(both, { 'a.jpg': 'one', 'b.jpg': 'two' }), { accountId });
  });

  it('a photo stays when the document is sent alone, with another price', async () => {
    const alone = documentOf([{ number: '1', prices: '<kaufpreis>21000</kaufpreis>', photos: both }]);
    const ended = await stage.importOf(alone, { accountId });
    expect([ended.counts.updated, reasons(ended)]).toEqual([1, [['file_kept', 'file_kept']]]);
    expect(shown()).toEqual([[urlOf('one'), urlOf('two')]]);
  });

  it('a photo stays through several documents that are sent alone', async () => {
    for (const title of ['First', 'Second', 'Third'])
      await stage.importOf(document(both, title), { accountId });
    expect(shown()).toEqual([[urlOf('one'), urlOf('two')]]);
  });

  it('a photo stays when it is missing beside one that has changed', async () => {
    const ended = await stage.importOf(await packageOf(both, { 'b.jpg': 'three' }), { accountId });
    expect(reasons(ended)).toEqual([['file_kept']]);
    expect(shown()).toEqual([[urlOf('one'), urlOf('three')]]);
  });

  it('a photo stays when it arrives damaged', async () => {
    const ended = await stage.importOf(await damaged(both, 'a.jpg'), { accountId });
    expect(reasons(ended)).toEqual([['file_kept_damaged', 'file_kept']]);
    expect(shown()).toEqual([[urlOf('one'), urlOf('two')]]);
  });

  it('a photo stays when what arrives is no attachment, however often, and when it is not sent afterwards', async () => {
    const refused = await packageOf(both, { 'a.jpg': 'refused', 'b.jpg': 'two' });
    for (const outcome of ['updated', 'unchanged']) {
      const ended = await stage.importOf(refused, { accountId });
      expect([ended.objects[0]?.outcome, reasons(ended)]).toEqual([outcome, [['file_kept_damaged']]]);
    }
    await stage.importOf(document(both, 'New'), { accountId });
    expect(shown()).toEqual([[urlOf('one'), urlOf('two')]]);
  });

  it('a photo stays in the order of the document', async () => {
    await stage.importOf(document(['b.jpg', 'a.jpg']), { accountId });
    expect(shown()).toEqual([[urlOf('two'), urlOf('one')]]);
  });

  it('a photo stays when its name is unique in another folder', async () => {
    await stage.importOf(document(['bilder/a.jpg']), { accountId });
    expect(shown()).toEqual([[urlOf('one')]]);
  });

  it('a photo stays when the same bytes were sent under another name meanwhile', async () => {
    await stage.importOf(await packageOf(['c.jpg', 'b.jpg'], { 'c.jpg': 'one', 'b.jpg': 'two' }), {
      accountId,
    });
    await stage.importOf(document(['c.jpg', 'b.jpg'], 'New'), { accountId });
    expect(shown()).toEqual([[urlOf('one'), urlOf('two')]]);
  });

  it('a photo is taken away when the list does not name it', async () => {
    const ended = await stage.importOf(document(['b.jpg']), { accountId });
    expect([reasons(ended), shown()]).toEqual([[['file_kept']], [[urlOf('two')]]]);
  });

  it('a photo of which the account has the bytes no longer is missing', async () => {
    stage.owners.files.delete(sha256('one'));
    const ended = await stage.importOf(document(both, 'New'), { accountId });
    expect([reasons(ended), shown()]).toEqual([[['file_missing', 'file_kept']], [[urlOf('two')]]]);
  });

  it('a photo of another object or another source with the same name is not taken', async () => {
    const other = documentOf([{ number: '2', photos: ['a.jpg'] }]);
    expect(reasons(await stage.importOf(other, { accountId }))).toEqual([['file_missing']]);
    const sourceId = await stage.addSource(accountId);
    const third = documentOf([{ number: '3', photos: ['a.jpg'] }]);
    expect(reasons(await stage.importOf(third, { accountId, sourceId }))).toEqual([['file_missing']]);
  });

  it('a photo stays in a dry run, which says so', async () => {
    const ended = await stage.importOf(document(both), { accountId, dryRun: true });
    expect([ended.objects[0]?.outcome, reasons(ended)]).toEqual(['unchanged', [['file_kept', 'file_kept']]]);
  });
});

describe('a photo with a check', () => {
  const checked = (path: string, text: string) => ({ path, check: md5(text) });
  beforeEach(async () => {
    const photos = [checked('a.jpg', 'one'), checked('b.jpg', 'two')];
    await stage.importOf(await packageOf(photos, { 'a.jpg': 'one', 'b.jpg': 'two' }), { accountId });
  });

  it('a photo with a check stays under another name', async () => {
    const ended = await stage.importOf(document([checked('b.jpg', 'one'), checked('x.jpg', 'two')]), {
      accountId,
    });
    expect(reasons(ended)).toEqual([['file_kept', 'file_kept']]);
    expect(shown()).toEqual([[urlOf('one'), urlOf('two')]]);
  });

  it('a photo with another check than before stays, and the problem says that it has changed', async () => {
    const ended = await stage.importOf(document([checked('a.jpg', 'new')]), { accountId });
    expect([reasons(ended), shown()]).toEqual([[['file_kept_outdated']], [[urlOf('one')]]]);
  });

  it('a photo with the same check stays when other bytes arrive', async () => {
    const ended = await stage.importOf(await packageOf([checked('a.jpg', 'one')], { 'a.jpg': 'on' }), {
      accountId,
    });
    expect([reasons(ended), shown()]).toEqual([[['file_kept_damaged']], [[urlOf('one')]]]);
  });

  it('a photo with a new check is taken although its sum is another', async () => {
    await stage.importOf(await packageOf([checked('a.jpg', 'wrong')], { 'a.jpg': 'new' }), { accountId });
    expect(shown()).toEqual([[urlOf('new')]]);
  });
});

describe('a photo of another object', () => {
  const houses = ['haus1/1.jpg', 'haus2/1.jpg'].map((path, index) => ({
    ...{ number: String(index + 1), photos: [path] },
  }));
  const packaged = (objects: readonly SampleObject[], files: Record<string, string>) =>
    zipOf({
      'openimmo.xml': documentOf(objects),
      ...Object.fromEntries(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)])),
    });

  it('a photo of another object is not taken when only that one has a new photo', async () => {
    const both = { 'haus1/1.jpg': 'one', 'haus2/1.jpg': 'two' };
    await stage.importOf(await packaged(houses, both), { accountId });
    const ended = await stage.importOf(await packaged(houses, { 'haus2/1.jpg': 'new' }), { accountId });
    expect(reasons(ended)).toEqual([['file_kept'], []]);
    expect(ended.objects.map(({ outcome }) => outcome)).toEqual(['unchanged', 'updated']);
    expect(shown()).toEqual([[urlOf('one')], [urlOf('new')]]);
  });

  it.each([
    ['alone', houses],
    ['that is deleted', [houses[0]!, { ...houses[1]!, action: 'DELETE' as const }]],
    ['that cannot be read', [houses[0]!, { ...houses[1]!, geo: '' }]],
  ])('a photo of another object %s is not taken by an object that is new', async (_which, objects) => {
    const ended = await stage.importOf(await packaged(objects, { 'haus2/1.jpg': 'two' }), { accountId });
    expect(reasons(ended)[0]).toEqual(['file_missing']);
    expect(shown()[0]).toEqual([]);
  });

  it('a photo of another object of a later portion is not taken', async () => {
    const many = Array.from({ length: 120 }, (_, index) => ({
      ...{ number: String(index), photos: [`haus${index}/1.jpg`] },
    }));
    await stage.importOf(await packaged(many, { 'haus119/1.jpg': 'last' }), { accountId });
    expect(shown()).toHaveLength(120);
    expect(shown().flat()).toEqual([urlOf('last')]);
  });

  it('a photo of another object is not taken where the document names neither by its folder', async () => {
    const ended = await stage.importOf(await packaged(houses, { '1.jpg': 'any' }), { accountId });
    expect([reasons(ended), shown()]).toEqual([
      [['file_missing'], ['file_missing']],
      [[], []],
    ]);
  });

  it('a photo of another place of the computer goes before that of another folder', async () => {
    const local = houses.map(({ photos: [path], ...house }) => ({ ...house, photos: [`C:\\x\\${path}`] }));
    const ended = await stage.importOf(await packaged(local, { 'haus2/1.jpg': 'two' }), { accountId });
    expect([reasons(ended), shown()]).toEqual([
      [['file_missing'], []],
      [[], [urlOf('two')]],
    ]);
  });
});

describe('a photo of the same name in another folder', () => {
  const send = async (photos: Photos, files: Record<string, string>) =>
    stage.importOf(await packageOf(photos, files), { accountId });
  beforeEach(() => send(['alt/1.jpg'], { 'alt/1.jpg': 'old' }));

  it('a photo of the same name in another folder does not replace one that is not sent again', async () => {
    const ended = await send(['alt/1.jpg', 'neu/1.jpg'], { 'neu/1.jpg': 'new' });
    expect([reasons(ended), shown()]).toEqual([[['file_kept']], [[urlOf('old'), urlOf('new')]]]);
  });

  it('a photo of the same name in another folder that is missing is not replaced by the earlier one', async () => {
    const ended = await send(['alt/1.jpg', 'neu/1.jpg'], {});
    expect([reasons(ended), shown()]).toEqual([[['file_kept', 'file_missing']], [[urlOf('old')]]]);
  });

  it('a photo of the same name in another folder that nobody names does not replace one that is kept under its path', async () => {
    const ended = await send(['alt/1.jpg'], { 'fremd/1.jpg': 'other' });
    expect([reasons(ended), shown()]).toEqual([[['file_kept']], [[urlOf('old')]]]);
  });

  it('a photo of the same name in another folder is taken again from where it was found before', async () => {
    await send(['bilder/2.jpg'], { 'images/2.jpg': 'first' });
    await send(['bilder/2.jpg'], { 'images/2.jpg': 'second' });
    expect(shown()).toEqual([[urlOf('second')]]);
  });

  it('a photo of the same name in another folder is taken only with the MD5 sum that the document says', async () => {
    const checked = [{ path: 'bilder/2.jpg', check: md5('two') }];
    const other = await send(checked, { 'images/2.jpg': 'other' });
    expect([reasons(other), shown()]).toEqual([[['file_missing']], [[]]]);
    await send(checked, { 'images/2.jpg': 'two' });
    expect(shown()).toEqual([[urlOf('two')]]);
  });
});

describe('an embedded photo that was imported before', () => {
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const one = { data: base64('one') };
  const [two, damagedFile] = [{ data: base64('two') }, { data: '!!!!' }];
  const send = (embedded: NonNullable<SampleObject['embedded']>) =>
    stage.importOf(documentOf([{ number: '1', embedded }]), { accountId });

  it('an embedded photo stays when it arrives damaged', async () => {
    await send([one, two]);
    const ended = await send([one, damagedFile]);
    expect(reasons(ended)).toEqual([['embedded_file_unusable', 'file_kept_damaged']]);
    expect(shown()).toEqual([[urlOf('one'), urlOf('two')]]);
    expect(ended.objects[0]?.outcome).toBe('unchanged');
  });

  it('an embedded photo stays when what arrives is no attachment', async () => {
    await send([one]);
    const ended = await send([{ data: base64('refused') }]);
    expect([reasons(ended), shown()]).toEqual([[['file_kept_damaged']], [[urlOf('one')]]]);
  });

  it('an embedded photo stays under its path, with and without its bytes', async () => {
    await send([{ path: 'a.jpg', ...one }]);
    const ended = await stage.importOf(document(['a.jpg'], 'New'), { accountId });
    expect([reasons(ended), shown()]).toEqual([[['file_kept']], [[urlOf('one')]]]);
    await send([{ path: 'a.jpg', ...damagedFile }]);
    expect(shown()).toEqual([[urlOf('one')]]);
    await send([{ path: 'a.jpg', ...two }]);
    expect(shown()).toEqual([[urlOf('two')]]);
  });

  it('an embedded photo that is damaged and was never sent well is missing', async () => {
    await send([one]);
    for (const embedded of [
      [one, damagedFile],
      [damagedFile, one],
    ]) {
      const ended = await send(embedded);
      expect([reasons(ended), shown()]).toEqual([[['embedded_file_unusable']], [[urlOf('one')]]]);
    }
  });

  it('an embedded photo does not take the place of one that has moved', async () => {
    await send([one, two]);
    const ended = await send([two, damagedFile]);
    expect([reasons(ended), shown()]).toEqual([[['embedded_file_unusable']], [[urlOf('two')]]]);
  });
});
