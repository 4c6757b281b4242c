// One engine: ./import.int.test.ts, ../stores/import-progress.int.test.ts: what packages contain differs, and not what is stored of them.
import { newId } from '@estate/persistence';
import { eventually } from '@estate/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { documentOf, zipOf } from '../../test/packages.ts';
import { openStage } from '../../test/stage.ts';
import type { Stage } from '../../test/stage.ts';
import { zipOfNames } from '../../test/zip-of-names.ts';

const ADDRESS = '<strasse>Lindenweg</strasse><hausnummer>1</hausnummer>';
const LONG = 4_000_000;
const GROWTH_MAX_BYTES = 400_000_000;
const NAMES = 65_000;

/** A document of one object, with something of it exchanged. */
const documentWith = (replaced: string, by: string): Buffer =>
  Buffer.from(
    documentOf([{ number: '1', photos: ['a.jpg'] }])
      .toString()
      .replace(replaced, () => by),
  );

/** Names that are decoded in three ways and are just within the limits. Longer ones fill the memory sooner than many do. */
const longNames = () =>
  Array.from({ length: 450 }, (_, index) =>
    Buffer.from(`${'à'.repeat(65_000)}${String(index)}.jpg`, 'latin1'),
  );

let stage: Stage;
/** Packages are outside of the database, to which 30 MB are much work. */
const open = (limits?: { memoryMb: number; timeoutMs: number }) => async () => {
  stage = await openStage(limits, { isOutside: true });
};

/** Imports a package while the import of another account is under way; both have an end. */
async function importBeside(hostile: Uint8Array) {
  const accounts = [newId(), newId()].map((accountId) => ({ accountId }));
  const [sent, other] = [
    await stage.send(hostile, accounts[0]!),
    await stage.send(documentOf([{ number: '1' }]), accounts[1]!),
  ];
  const before = process.memoryUsage.rss();
  const records = await eventually(async () => {
    await Promise.all([stage.work(), stage.work()]);
    const both = await Promise.all([sent, other].map((record) => stage.found(record)));
    expect(both.map(({ finishedAt }) => finishedAt instanceof Date)).toEqual([true, true]);
    return both;
  }, 300_000);
  expect(process.memoryUsage.rss() - before).toBeLessThan(GROWTH_MAX_BYTES);
  expect(records[1]).toMatchObject({ state: 'finished', counts: { created: 1 } });
  return records[0]!;
}

describe('a hostile package', () => {
  beforeAll(open());
  afterAll(() => stage.close());

  it.each([
    ['a street of many numbers', documentWith(ADDRESS, `<strasse>Weg ${'0 + '.repeat(226)}x</strasse>`)],
    ['a street of blanks', documentWith(ADDRESS, `<strasse>Weg${' ,'.repeat(LONG / 2)}x</strasse>`)],
    [
      'a price of blanks',
      documentWith('<kaufpreis>', `<kaution_text>1${' '.repeat(LONG)}x</kaution_text><kaufpreis>`),
    ],
    ['a path of endings', documentWith('a.jpg', `${'.abc?'.repeat(LONG / 5)}\n.`)],
    [
      'an embedded file of padding',
      documentWith('<pfad>a.jpg</pfad>', `<anhanginhalt>${'='.repeat(LONG)}A</anhanginhalt>`),
    ],
    ['markup that does not end', documentWith('Garage 1', `<![CDATA[${'<p '.repeat(LONG / 3)}]]>`)],
  ])(
    'a hostile package with %s ends, and another import goes on',
    async (_, document) => {
      const { state, counts } = await importBeside(document);
      expect([state, counts.objects]).toEqual(['finished', 1]);
    },
    400_000,
  );

  it.each([
    ['elements in elements', documentWith('<preise>', '<a>'.repeat(100_000)), 'document_unreadable'],
    ['no end', documentOf([{ number: '1' }]).subarray(0, 700), 'document_unreadable'],
  ])(
    'a hostile package with %s fails in words, and another import goes on',
    async (_, document, code) => {
      const { state, failure } = await importBeside(document);
      expect([state, failure?.code]).toEqual(['failed', code]);
    },
    400_000,
  );

  it('a hostile package that unpacks to far more than it has fails in words, and another import goes on', async () => {
    const { failure } = await importBeside(await zipOf({ 'a.xml': Buffer.alloc(50_000_000, ' ') }));
    expect(failure?.code).toBe('limit_exceeded');
  }, 400_000);

  it('a hostile package of 65,000 files of one name is read, however many references name none of them', async () => {
    const names = Array.from({ length: NAMES }, (_, index) => Buffer.from(`${String(index)}/bild.jpg`));
    const photos = Array.from({ length: 30 }, (_, index) => `x${String(index)}/bild.jpg`);
    const objects = Array.from({ length: 60 }, (_, index) => ({ number: String(index), photos }));
    const { state, counts } = await importBeside(zipOfNames(documentOf(objects), names));
    expect([state, counts.created]).toEqual(['finished', 60]);
  }, 400_000);
});

describe('a package that ends every process that reads it', () => {
  afterEach(() => stage.close());

  it('a package that needs too much memory is set aside after five processes, in words, and another import goes on', async () => {
    await open({ memoryMb: 200, timeoutMs: 60_000 })();
    const { state, failure, readerCrashes } = await importBeside(zipOfNames(documentOf([]), longNames()));
    expect([state, failure?.code, readerCrashes]).toEqual(['failed', 'limit_exceeded', 5]);
    expect(failure?.message).toContain('took too much time or memory, five times in a row');
  }, 400_000);
});
