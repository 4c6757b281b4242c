import { previewImportSource as operation } from '@estate/contracts';
import { newId } from '@estate/persistence';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { documentOf, zipOf } from '../../test/packages.ts';
import { openStage } from '../../test/stage.ts';
import type { Stage } from '../../test/stage.ts';
import type { Deps } from '../deps.ts';
import { toImport } from '../domain/import.ts';
import { deleteImportSource, previewImportSource } from '../routes/import-sources.ts';
import { KEPT_BYTES_MAX } from '../stores/kept-packages.ts';

let stage: Stage;
let accountId: string;
let sourceId: string;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());
beforeEach(async () => {
  accountId = newId();
  sourceId = await addSource();
});

const addSource = () =>
  stage.addSource(accountId, { createdAt: new Date(), updatedAt: new Date() } as object);
const deps = () => ({ ...stage.stores, intake: stage.intake, shownAddress: {} }) as unknown as Deps;
const caller = () => ({ accountId, requestId: 'req-preview-01' });

/** Asks for a preview and works until it has ended. */
async function preview(settings: object) {
  const made = await previewImportSource(deps()).handle({ id: sourceId, ...settings }, caller());
  await stage.work();
  return stage.found({ accountId, id: operation.output.parse(made).id });
}

const VIENNA = { number: '1', geo: '<plz>1010</plz><ort>Wien</ort><strasse>offen</strasse>' };
const MUNICH = { number: '2', geo: '<plz>80331</plz><ort>München</ort><land iso_land="DEU"/>' };
const packageOf = (...objects: Parameters<typeof documentOf>[0][number][]) =>
  zipOf({ 'openimmo.xml': documentOf(objects) });
const importOf = async (...objects: Parameters<typeof documentOf>[0][number][]) =>
  stage.importOf(await packageOf(...objects), { accountId, sourceId });
const isStored = async (packageName: string) => {
  const found = await stage.stores.packages.read(packageName);
  found?.stream.destroy();
  return found !== null;
};

describe('a preview of the settings of a source', () => {
  it('a preview says which objects other settings read differently, and how, and changes nothing', async () => {
    const first = await importOf(VIENNA, MUNICH);
    const properties = structuredClone(stage.owners.of('properties', accountId));
    const ended = await preview({ defaultCountry: 'AUT', emptyValues: ['OFFEN'] });
    expect(toImport(ended)).toMatchObject({
      ...{ state: 'finished', dryRun: true },
      readWith: { defaultCountry: 'AUT', emptyValues: ['OFFEN'] },
      preview: { importId: first.id, differing: 1 },
    });
    expect(ended.objects.map(({ differences }) => differences)).toEqual([
      [
        { field: 'address.street', before: 'offen' },
        { field: 'address.country', before: 'DEU', after: 'AUT' },
      ],
      undefined,
    ]);
    const query = { limit: 100, order: 'asc' as const, differing: true };
    expect((await stage.stores.objects.list(ended.id, query)).records).toHaveLength(1);
    expect(stage.owners.of('properties', accountId)).toEqual(properties);
    expect(await stage.source(sourceId)).toMatchObject({ lastImportId: first.id });
    expect(await stage.source(sourceId)).not.toHaveProperty('defaultCountry');
  });

  it('a preview compares with the present settings of the source, and can be made again', async () => {
    await importOf(VIENNA);
    await stage.setSource(sourceId, { defaultCountry: 'AUT' });
    expect((await preview({ defaultCountry: 'AUT' })).differing).toBe(0);
    expect((await preview({})).objects[0]?.differences).toEqual([
      { field: 'address.country', before: 'AUT', after: 'DEU' },
    ]);
  });

  it('a value that settings make readable turns a refused object into one that is imported', async () => {
    await importOf({ number: '1', geo: '<plz>80331</plz><ort>München</ort><land>k.A.</land>' });
    const ended = await preview({ emptyValues: ['k.A.'] });
    expect(ended.objects[0]).toMatchObject({ outcome: 'created' });
    expect(ended.objects[0]?.differences).toContainEqual({ field: 'address.country', after: 'DEU' });
  });

  it('a preview of a full transfer lists no deletions', async () => {
    const document = documentOf([VIENNA], { scope: 'VOLL' });
    await stage.importOf(document, { accountId, sourceId });
    await importOf(MUNICH);
    const { id } = await stage.importOf(document, { accountId, sourceId, dryRun: true });
    expect((await stage.found({ accountId, id })).objects).toHaveLength(2);
    await stage.importOf(document, { accountId, sourceId });
    expect((await preview({ defaultCountry: 'AUT' })).objects).toHaveLength(1);
  });

  it('a source without an imported package has no preview, which says so', async () => {
    await stage.importOf(await packageOf(VIENNA), { accountId, sourceId, dryRun: true });
    await expect(preview({})).rejects.toMatchObject({ code: 'package-not-kept' });
  });
});

describe('the package that is kept for previews', () => {
  it('the newest imported package of each source is kept, and earlier ones are not', async () => {
    const one = await importOf(VIENNA);
    const two = await importOf(MUNICH);
    const uploaded = await stage.importOf(documentOf([VIENNA]), { accountId });
    expect(await Promise.all([one, two, uploaded].map((each) => isStored(each.packageName)))).toEqual([
      ...[false, true, false],
    ]);
    expect(await stage.stores.progress.unneeded([one.packageName, two.packageName])).toEqual([
      one.packageName,
    ]);
  });

  it('a package that cannot be read does not replace the one that is kept', async () => {
    const good = await importOf(VIENNA);
    const bad = await stage.importOf(Buffer.from('<openimmo>'), { accountId, sourceId });
    expect([await isStored(good.packageName), await isStored(bad.packageName)]).toEqual([true, false]);
  });

  it('kept packages do not count as packages that are not imported yet', async () => {
    await importOf(VIENNA);
    expect(await stage.stores.keptPackages.bytesOf(accountId)).toBeGreaterThan(0);
    expect(await stage.budget.fits(accountId, 100_000_000)).toBe(true);
  });

  it('the kept packages of an account have a limit, and the newest ones stay', async () => {
    const one = await importOf(VIENNA);
    await stage.db
      .collection<{ _id: string }>('imports')
      .updateOne({ _id: one.id }, { $set: { sizeBytes: KEPT_BYTES_MAX } });
    sourceId = await addSource();
    const two = await importOf(MUNICH);
    expect([await isStored(one.packageName), await isStored(two.packageName)]).toEqual([false, true]);
  });

  it('the package of a source that is deleted is deleted', async () => {
    const { packageName } = await importOf(VIENNA);
    await deleteImportSource(deps()).handle({ id: sourceId }, caller());
    expect(await isStored(packageName)).toBe(false);
  });
});
