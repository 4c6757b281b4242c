import { updateListing } from '@estate/contracts';
import { newId } from '@estate/persistence';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentOf } from '../../test/packages.ts';
import { openStage } from '../../test/stage.ts';
import type { Stage } from '../../test/stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const aloneOf = (kind: 'listings' | 'properties', accountId: string) => {
  const [first, ...others] = stage.owners.of(kind, accountId);
  expect(others).toEqual([]);
  return first;
};

describe('what a source decides about the properties of its imports', () => {
  it('the listing of a new property has the times of its offer', async () => {
    const accountId = newId();
    const sourceId = await stage.addSource(accountId, { targetIds: [newId()] });
    const technical = '<aktiv_von>2026-12-01</aktiv_von><aktiv_bis>2027-01-31</aktiv_bis>';
    await stage.importOf(documentOf([{ number: 'P-1', technical }]), { accountId, sourceId });
    expect(aloneOf('listings', accountId)).toMatchObject({
      publishFrom: '2026-11-30T23:00:00.000Z',
      publishUntil: '2027-01-31T23:00:00.000Z',
    });
  });

  it('a listing follows the times of its offer, unless somebody has planned it otherwise', async () => {
    const accountId = newId();
    const sourceId = await stage.addSource(accountId, { targetIds: [newId(), newId()] });
    const importUntil = async (day: string | undefined) => {
      const technical = day === undefined ? '' : `<aktiv_bis>${day}</aktiv_bis>`;
      const sent = { accountId, sourceId };
      return (await stage.importOf(documentOf([{ number: 'P-1', technical }]), sent)).objects;
    };
    await importUntil('2027-01-31');
    const [followed, planned] = stage.owners.of('listings', accountId);
    stage.owners.listings.set(planned!.id, { ...planned!, publishUntil: '2027-06-30T22:00:00.000Z' });
    const timesNow = () => stage.owners.of('listings', accountId).map((one) => one['publishUntil']);

    expect(await importUntil('2027-02-28')).toMatchObject([{ outcome: 'updated' }]);
    expect(timesNow()).toEqual(['2027-02-28T23:00:00.000Z', '2027-06-30T22:00:00.000Z']);
    const { revision } = stage.owners.listings.get(followed!.id)!;
    expect(await importUntil('2027-02-28')).toMatchObject([{ outcome: 'unchanged' }]);
    expect(stage.owners.listings.get(followed!.id)).toMatchObject({ revision });
    expect(await importUntil(undefined)).toMatchObject([{ outcome: 'updated' }]);
    expect(timesNow()).toEqual([undefined, '2027-06-30T22:00:00.000Z']);
  });

  it.each([
    [{ publishUntil: '2027-06-30T22:00:00.000Z' }, 'unchanged', '2027-06-30T22:00:00.000Z', undefined],
    [{ preventPublication: true }, 'updated', '2027-02-28T23:00:00.000Z', true],
  ])(
    'a listing that somebody changes to %j while it is to follow its offer is %s',
    async (change, outcome, publishUntil, preventPublication) => {
      const accountId = newId();
      const sourceId = await stage.addSource(accountId, { targetIds: [newId()] });
      const importUntil = async (day: string) => {
        const technical = `<aktiv_bis>${day}</aktiv_bis>`;
        return stage.importOf(documentOf([{ number: 'P-1', technical }]), { accountId, sourceId });
      };
      await importUntil('2027-01-31');
      stage.owners.changeBefore(updateListing, stage.owners.listings, change);
      expect((await importUntil('2027-02-28')).objects).toMatchObject([{ outcome, problems: [] }]);
      const { publishUntil: until, preventPublication: prevented } = aloneOf('listings', accountId)!;
      expect([until, prevented]).toEqual([publishUntil, preventPublication]);
    },
  );

  it.each([
    ['VERKAUFT', 'sold'],
    ['RESERVIERT', 'reserved'],
  ])('a property whose object is %s is imported as %s', async (stand, salesStatus) => {
    const accountId = newId();
    const sourceId = await stage.addSource(accountId, { targetIds: [newId()] });
    const send = (condition: string) =>
      stage.importOf(documentOf([{ number: 'P-1', condition }]), { accountId, sourceId });
    await send('');
    expect((await send(`<verkaufstatus stand="${stand}"/>`)).objects).toMatchObject([{ outcome: 'updated' }]);
    expect(aloneOf('properties', accountId)).toMatchObject({ fields: { salesStatus } });
    await send('');
    expect(aloneOf('properties', accountId)).not.toHaveProperty('fields.salesStatus');
  });

  it('a property has the onSold of its source, also when only that has changed', async () => {
    const accountId = newId();
    const document = documentOf([{ number: 'P-1' }]);
    const sourceId = await stage.addSource(accountId);
    await stage.importOf(document, { accountId, sourceId });
    expect(aloneOf('properties', accountId)).not.toHaveProperty('onSold');
    await stage.setSource(sourceId, { onSold: 'keep' });
    await stage.importOf(document, { accountId, sourceId });
    expect(aloneOf('properties', accountId)).toMatchObject({ onSold: 'keep' });
  });

  it('a property whose object has no contact that can be used has the fallback contact of its source', async () => {
    const accountId = newId();
    const fallbackContact = { email: 'office@example.org', lastName: 'Büro' };
    const sourceId = await stage.addSource(accountId, { fallbackContact });
    const objects = [
      { number: 'P-1' },
      { number: 'P-2', email: '' },
      { number: 'P-3', email: 'anna@example.org' },
    ];
    const sendAll = () => stage.importOf(documentOf(objects), { accountId, sourceId });
    await sendAll();
    const emailOf = (number: string) => {
      const property = stage.owners.of('properties', accountId).find((one) => one['externalId'] === number);
      return stage.owners.contacts.get(String(property?.['contactId']))?.['email'];
    };
    expect(['P-1', 'P-2', 'P-3'].map(emailOf)).toEqual([
      ...['office@example.org', 'office@example.org', 'anna@example.org'],
    ]);
    expect(stage.owners.of('contacts', accountId)).toHaveLength(2);
    await stage.setSource(sourceId, { fallbackContact: { ...fallbackContact, email: 'new@example.org' } });
    expect((await sendAll()).objects.map(({ outcome }) => outcome)).toEqual(Array(3).fill('unchanged'));
    expect(['P-1', 'P-2', 'P-3'].map(emailOf)).toEqual([
      ...['new@example.org', 'new@example.org', 'anna@example.org'],
    ]);
    await stage.unsetOfSource(sourceId, 'fallbackContact');
    await sendAll();
    expect(['P-1', 'P-2', 'P-3'].map(emailOf)).toEqual([undefined, undefined, 'anna@example.org']);
    const revisions = () => stage.owners.of('properties', accountId).map(({ revision }) => revision);
    const before = revisions();
    expect((await sendAll()).objects.map(({ outcome }) => outcome)).toEqual(Array(3).fill('unchanged'));
    expect(revisions()).toEqual(before);
  });

  it('documents are read with the country and the empty values of their source, and the import shows both', async () => {
    const accountId = newId();
    const geo = '<plz>1010</plz><ort>Wien</ort><strasse>k.A.</strasse>';
    const settings = { defaultCountry: 'AUT', emptyValues: ['k.A.'] };
    const sourceId = await stage.addSource(accountId, settings);
    const ended = await stage.importOf(documentOf([{ number: 'P-1', geo }]), { accountId, sourceId });
    expect(aloneOf('properties', accountId)).toMatchObject({ fields: { address: { country: 'AUT' } } });
    expect(aloneOf('properties', accountId)).not.toHaveProperty('fields.address.street');
    expect(ended.readWith).toEqual(settings);
  });

  it('a source without these settings is read as before', async () => {
    const accountId = newId();
    const sourceId = await stage.addSource(accountId);
    const geo = '<plz>80331</plz><ort>München</ort><strasse>offen</strasse>';
    await stage.importOf(documentOf([{ number: 'P-1', geo }]), { accountId, sourceId });
    expect(aloneOf('properties', accountId)).toMatchObject({
      fields: { address: { country: 'DEU', street: 'offen' } },
    });
  });

  it('a source notes the software of its newest package', async () => {
    const accountId = newId();
    const sourceId = await stage.addSource(accountId);
    const document = documentOf([{ number: 'P-1' }], { software: 'JUSTIMMO' });
    await stage.importOf(document, { accountId, sourceId });
    expect((await stage.source(sourceId))?.sender).toEqual({ name: 'JUSTIMMO', version: '1' });
    await stage.importOf(documentOf([{ number: 'P-1' }]), { accountId, sourceId });
    expect((await stage.source(sourceId))?.sender).toEqual({ name: 'Sample', version: '1' });
  });
});
