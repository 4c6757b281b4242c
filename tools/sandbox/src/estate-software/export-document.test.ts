import { readPackage } from '@estate/openimmo/read';
import type { ImportedObject, PackageEvent } from '@estate/openimmo/read';
import { describe, expect, it } from 'vitest';
import { exportDocument } from './export-document.ts';
import type { ExportedOffer } from './export-document.ts';
import { STOCK } from './stock.ts';

async function read(scope: 'VOLL' | 'TEIL', offers: readonly ExportedOffer[]) {
  const document = exportDocument({ scope, offers, at: new Date('2026-11-02T08:00:00Z') });
  const events: PackageEvent[] = [];
  for await (const event of readPackage(inOnePiece(document))) events.push(event);
  const transfer = events.find((event) => event.kind === 'transfer')?.transfer;
  return { transfer, objects: events.flatMap((event) => (event.kind === 'object' ? [event.object] : [])) };
}

async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes);
}

const errorsOf = ({ problems }: ImportedObject) => problems.filter(({ severity }) => severity === 'error');
const offered = (index: number, one: Partial<ExportedOffer> = {}): ExportedOffer => ({
  ...{ offer: STOCK[index]!, edits: {}, action: 'CHANGE', ...one },
});

describe('the documents of the estate software', () => {
  it('a full export has every object of the stock, and each is a property of its own type with a contact', async () => {
    const { transfer, objects } = await read(
      'VOLL',
      STOCK.map((_offer, index) => offered(index)),
    );
    expect(transfer).toMatchObject({ scope: 'full', software: { name: 'Seeblick Desktop', version: '9.4' } });
    expect(objects.flatMap((object) => errorsOf(object))).toEqual([]);
    expect(objects.map(({ numbers }) => numbers.external)).toEqual(STOCK.map(({ number }) => number));
    expect(new Set(objects.map(({ property }) => property?.type)).size).toBe(11);
    expect(objects.map(({ attachments }) => attachments.length)).toEqual(
      STOCK.map(({ photos, hasFloorPlan }) => photos.length + (hasFloorPlan ? 1 : 0)),
    );
    expect(new Set(objects.map(({ contact }) => contact?.fields.email))).toEqual(
      new Set(['klara.hofmann@seeblick-makler.example', 'jonas.brandt@seeblick-makler.example']),
    );
    expect(objects[0]?.property?.fields).toMatchObject({
      title: 'Maisonette mit Dachterrasse am Englischen Garten',
      purchasePrice: 1_290_000,
      livingArea: 118.5,
      apartmentType: 'maisonette',
    });
  });

  it('a changed price is exported, and a removed object is a deletion without data', async () => {
    const { transfer, objects } = await read('TEIL', [
      offered(0, { edits: { price: 1_190_000 } }),
      offered(1, { edits: { isRemoved: true }, action: 'DELETE' }),
    ]);
    expect(transfer?.scope).toBe('partial');
    expect(objects.map(({ action }) => action)).toEqual(['update', 'delete']);
    expect(objects[0]?.property?.fields).toMatchObject({ purchasePrice: 1_190_000 });
    expect(objects[1]?.property).toBeUndefined();
  });

  it('a broken object has one error, which says what is missing', async () => {
    const { objects } = await read('TEIL', [offered(0, { edits: { isBroken: true } })]);
    expect(objects.flatMap((object) => errorsOf(object))).toMatchObject([
      { path: 'objektkategorie/objektart', message: 'The object has no kind (objektart).' },
    ]);
  });
});
