import { updateContact } from '@estate/contracts';
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
  stage.owners.fail = () => undefined;
});

const properties = () =>
  stage.owners
    .of('properties', accountId)
    .toSorted((one, other) => (String(one['externalId']) < String(other['externalId']) ? -1 : 1));
const outcomes = (ended: { objects: { outcome: string }[] }) => ended.objects.map(({ outcome }) => outcome);
const codes = (ended: { objects: { problems: { code: string }[] }[] }) =>
  ended.objects.map(({ problems }) => problems.map(({ code }) => code));

describe('an import', () => {
  it('makes a property of each object, with its files, and one contact of a person', async () => {
    const document = documentOf([
      { number: '1', email: 'anna@example.org', photos: ['photos/A.jpg'] },
      { number: '2', email: 'anna@example.org', photoUrl: 'https://example.org/b.jpg' },
      { number: '3', embedded: Buffer.from('embedded').toString('base64') },
    ]);
    const zip = await zipOf({ 'export/openimmo.xml': document, 'photos/a.jpg': Buffer.from('photo') });
    const ended = await stage.importOf(zip, { accountId, fileName: 'export.zip' });
    expect(ended).toMatchObject({
      state: 'finished',
      scope: 'partial',
      software: { name: 'Sample', version: '1' },
      counts: { objects: 3, created: 3, failed: 0 },
    });
    const [contact] = stage.owners.of('contacts', accountId);
    expect(stage.owners.of('contacts', accountId)).toHaveLength(1);
    const api = expect.stringMatching(/^https:\/\/api\.example\.org\/attachments\//) as string;
    expect(properties()).toMatchObject([
      { externalId: '1', contactId: contact?.id, attachments: [{ url: api }] },
      { externalId: '2', contactId: contact?.id, attachments: [{ url: 'https://example.org/b.jpg' }] },
      { externalId: '3', attachments: [{ url: api }] },
    ]);
    expect(new Set(stage.owners.actors)).toEqual(new Set(['import export.zip']));
  });

  it('of the same package again changes nothing', async () => {
    const document = documentOf([{ number: '1', email: 'anna@example.org', photos: ['a.jpg'] }]);
    const zip = await zipOf({ 'openimmo.xml': document, 'a.jpg': Buffer.from('photo') });
    await stage.importOf(zip, { accountId });
    const again = await stage.importOf(zip, { accountId });
    expect(outcomes(again)).toEqual(['unchanged']);
    expect(properties()).toMatchObject([{ revision: 1 }]);
    expect(stage.owners.of('contacts', accountId)).toMatchObject([{ revision: 1 }]);
  });

  it('with other bytes of a photo, or another title, updates the property', async () => {
    const zip = (title: string, photo: string) =>
      zipOf({
        'openimmo.xml': documentOf([{ number: '1', title, photos: ['a.jpg'] }]),
        'a.jpg': Buffer.from(photo),
      });
    await stage.importOf(await zip('Garage', 'photo'), { accountId });
    expect(outcomes(await stage.importOf(await zip('Garage', 'other'), { accountId }))).toEqual(['updated']);
    expect(outcomes(await stage.importOf(await zip('New', 'other'), { accountId }))).toEqual(['updated']);
    expect(properties()).toMatchObject([{ revision: 3, fields: { title: 'New' } }]);
  });

  it('brings a contact up to date once, with the data of the first object that has it', async () => {
    const with_ = (...emails: string[]) =>
      documentOf(emails.map((email, index) => ({ number: String(index), email })));
    await stage.importOf(with_('anna@example.org', 'ANNA@example.org'), { accountId });
    const again = await stage.importOf(with_('anna@example.org', 'ANNA@example.org'), { accountId });
    expect(outcomes(again)).toEqual(['unchanged', 'unchanged']);
    expect(stage.owners.of('contacts', accountId)).toMatchObject([{ revision: 1 }]);
  });

  it('leaves the photo of a contact as its customer set it', async () => {
    const document = documentOf([{ number: '1', email: 'anna@example.org' }]);
    await stage.importOf(document, { accountId });
    const photo = 'https://api.example.org/attachments/d1a2b3c4e5f6g7h8i9j0';
    for (const { id } of stage.owners.of('contacts', accountId))
      Object.assign(stage.owners.contacts.get(id) ?? {}, { photo });
    await stage.importOf(
      Buffer.from(String(document).replace('</vorname>', '</vorname><titel>Dr.</titel>')),
      { accountId },
    );
    expect(stage.owners.of('contacts', accountId)).toMatchObject([{ title: 'Dr.', photo }]);
  });

  it('leaves the photo of a contact that its customer sets while the import is changing the contact', async () => {
    const document = documentOf([{ number: '1', email: 'anna@example.org' }]);
    await stage.importOf(document, { accountId });
    const photo = 'https://api.example.org/attachments/d1a2b3c4e5f6g7h8i9j0';
    stage.owners.changeBefore(updateContact, stage.owners.contacts, { photo });
    await stage.importOf(
      Buffer.from(String(document).replace('</vorname>', '</vorname><titel>Dr.</titel>')),
      { accountId },
    );
    expect(stage.owners.of('contacts', accountId)).toMatchObject([{ title: 'Dr.', photo }]);
  });

  it('explains an object that it cannot use, and applies the others', async () => {
    const ended = await stage.importOf(
      documentOf([
        { number: '1' },
        { number: '2', prices: '<kaufpreis>unknown</kaufpreis>' },
        { number: '3', photos: ['missing.jpg'] },
      ]),
      { accountId },
    );
    expect(ended).toMatchObject({ state: 'finished', counts: { created: 2, failed: 1 } });
    expect(outcomes(ended)).toEqual(['created', 'failed', 'created']);
    expect(codes(ended)).toEqual([[], ['object_invalid', 'value_left_out'], ['attachment_missing']]);
    expect(ended.objects[1]?.problems[0]?.message).toMatch(/purchasePrice/);
  });

  it('leaves a file out that cannot be an attachment, in words', async () => {
    const document = documentOf([{ number: '1', photos: ['a.exe'] }]);
    const zip = await zipOf({ 'openimmo.xml': document, 'a.exe': Buffer.from('refused') });
    const ended = await stage.importOf(zip, { accountId });
    expect(codes(ended)).toEqual([['attachment_refused']]);
    expect(properties()).toMatchObject([{ attachments: [] }]);
  });

  it('explains an external id that another property has', async () => {
    const sourceId = await stage.addSource(accountId);
    await stage.importOf(documentOf([{ number: '1' }]), { accountId });
    const ended = await stage.importOf(documentOf([{ number: '1' }, { number: '2' }]), {
      accountId,
      sourceId,
    });
    expect(codes(ended)).toEqual([['external_id_taken'], []]);
    const again = await stage.importOf(documentOf([{ number: '1' }]), { accountId, sourceId });
    expect(codes(again)).toEqual([['external_id_taken']]);
  });

  it('ends with an object as failed that fails again and again by an internal error', async () => {
    stage.owners.fail = (subject, { externalId }) =>
      subject.endsWith('create-property') && externalId === '1' ? new Error('a defect') : undefined;
    const record = await stage.send(documentOf([{ number: '1' }, { number: '2' }]), { accountId });
    for (let run = 0; run < 4; run += 1) {
      await stage.work();
      stage.pass();
    }
    const ended = await stage.found(record);
    expect(ended.state).toBe('finished');
    expect(codes(ended)).toEqual([['internal'], []]);
  });

  it('creates a property again that its customer deleted', async () => {
    await stage.importOf(documentOf([{ number: '1', email: 'anna@example.org' }]), { accountId });
    for (const kind of ['properties', 'contacts'] as const)
      for (const { id } of stage.owners.of(kind, accountId)) stage.owners[kind].delete(id);
    const ended = await stage.importOf(documentOf([{ number: '1', email: 'anna@example.org' }]), {
      accountId,
    });
    expect(outcomes(ended)).toEqual(['created']);
    expect(properties()).toMatchObject([{ contactId: stage.owners.of('contacts', accountId)[0]?.id }]);
  });

  it('deletes a property with its listings when an object says so, and explains one that it does not know', async () => {
    const sourceId = await stage.addSource(accountId, { targetIds: ['target-1'] });
    await stage.importOf(documentOf([{ number: '1' }]), { accountId, sourceId });
    expect(stage.owners.of('listings', accountId)).toHaveLength(1);
    const removal = documentOf([
      { number: '1', action: 'DELETE' },
      { number: '9', action: 'DELETE' },
    ]);
    const ended = await stage.importOf(removal, { accountId, sourceId });
    expect(outcomes(ended)).toEqual(['deleted', 'unchanged']);
    expect(codes(ended)).toEqual([[], ['object_unknown']]);
    expect([properties(), stage.owners.of('listings', accountId)]).toEqual([[], []]);
  });

  it('lists new properties on the targets of its source, and explains a target that refuses', async () => {
    const sourceId = await stage.addSource(accountId, { targetIds: ['target-1', 'gone'] });
    const ended = await stage.importOf(documentOf([{ number: '1' }]), { accountId, sourceId });
    expect(codes(ended)).toEqual([['listing_refused']]);
    expect(ended.objects[0]?.listingIds).toHaveLength(1);
    await stage.importOf(documentOf([{ number: '1', title: 'New' }]), { accountId, sourceId });
    expect(stage.owners.of('listings', accountId)).toMatchObject([{ targetId: 'target-1', revision: 1 }]);
    expect(await stage.source(sourceId)).toMatchObject({ state: 'active' });
  });

  it('publishes an event at its end, and its package is removed', async () => {
    const { id, packageName } = await stage.importOf(documentOf([{ number: '1' }]), { accountId });
    await expect
      .poll(() => stage.bus.published.filter(({ data }) => (data as { id: string }).id === id))
      .toHaveLength(1);
    expect(await stage.stores.packages.read(packageName)).toBeNull();
  });
});

const numbers = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ number: String(index + 1) }));

describe('a full transfer', () => {
  const full = { scope: 'VOLL' } as const;

  it('deletes what it lacks of its own source and provider, and nothing else', async () => {
    const sourceId = await stage.addSource(accountId);
    await stage.importOf(documentOf(numbers(4), full), { accountId, sourceId });
    await stage.importOf(documentOf([{ number: 'B' }], { ...full, provider: 'B' }), { accountId, sourceId });
    await stage.importOf(documentOf([{ number: 'U' }]), { accountId });
    const ended = await stage.importOf(documentOf(numbers(3), full), { accountId, sourceId });
    expect(ended).toMatchObject({
      state: 'finished',
      counts: { objects: 4, unchanged: 3, deleted: 1 },
      removal: { missing: 1, known: 4, maxShare: 0.3 },
    });
    expect(properties().map(({ externalId }) => externalId)).toEqual(['1', '2', '3', 'B', 'U']);
    expect(ended.objects.at(-1)).toMatchObject({ isMissing: true, externalId: '4', outcome: 'deleted' });
  });

  it('that would delete more than the share waits for a confirmation, and later packages do not wait', async () => {
    await stage.importOf(documentOf(numbers(4), full), { accountId });
    const waiting = await stage.importOf(documentOf(numbers(1), full), { accountId });
    expect(waiting).toMatchObject({ state: 'awaiting_confirmation', removal: { missing: 3, known: 4 } });
    await stage.importOf(documentOf([{ number: '3' }]), { accountId });
    const confirmed = await stage.stores.imports.confirm(waiting);
    await stage.intake.makeDue(confirmed!);
    await stage.work();
    expect(await stage.found(waiting)).toMatchObject({ state: 'finished', counts: { deleted: 2 } });
    expect(properties().map(({ externalId }) => externalId)).toEqual(['1', '3']);
  });

  it('is superseded by a later one while it waits', async () => {
    await stage.importOf(documentOf(numbers(4), full), { accountId });
    const waiting = await stage.importOf(documentOf(numbers(1), full), { accountId });
    await stage.importOf(documentOf(numbers(4), full), { accountId });
    expect((await stage.found(waiting)).state).toBe('cancelled');
    expect(properties()).toHaveLength(4);
  });

  it.each([
    ['behind its first object', (whole: Buffer) => whole.indexOf('</immobilie>') + '</immobilie>'.length],
    ['in its last object', (whole: Buffer) => whole.length - 30],
  ])('that breaks off %s applies nothing', async (_where, end) => {
    await stage.importOf(documentOf(numbers(4), full), { accountId });
    const before = properties();
    const whole = documentOf(
      numbers(4)
        .slice(0, 3)
        .map((one) => ({ ...one, title: 'Another one' })),
      full,
    );
    const ended = await stage.importOf(whole.subarray(0, end(whole)), { accountId });
    expect(ended).toMatchObject({ state: 'failed', failure: { code: 'document_unreadable' } });
    expect(properties()).toEqual(before);
  });
});

describe('a dry run', () => {
  it('shows what would happen, and changes nothing', async () => {
    await stage.importOf(documentOf(numbers(3)), { accountId });
    const before = structuredClone(properties());
    const changed = documentOf([{ number: '1' }, { number: '2', title: 'New' }, { number: 'new' }], {
      scope: 'VOLL',
    });
    const ended = await stage.importOf(changed, { accountId, dryRun: true });
    expect(ended).toMatchObject({ state: 'finished', dryRun: true });
    expect(outcomes(ended)).toEqual(['unchanged', 'updated', 'created', 'deleted']);
    expect(properties()).toEqual(before);
    expect(outcomes(await stage.importOf(documentOf([{ number: 'new' }]), { accountId }))).toEqual([
      'created',
    ]);
  });
});

describe('a package', () => {
  it.each([
    ['neither ZIP nor XML', Buffer.from('hello'), 'package_unreadable'],
    ['a cut ZIP file', Buffer.from('PK\x03\x04 and nothing else'), 'package_unreadable'],
    ['another XML document', Buffer.from('<html/>'), 'document_unreadable'],
  ])('that is %s fails, in words', async (_what, bytes, code) => {
    const ended = await stage.importOf(bytes, { accountId });
    expect(ended).toMatchObject({ state: 'failed', failure: { code }, counts: { objects: 0 } });
  });

  it('without an XML document fails, and one with several transfers is read whole', async () => {
    const without = await stage.importOf(await zipOf({ 'a.jpg': Buffer.from('x') }), { accountId });
    expect(without.failure?.code).toBe('document_missing');
    const several = await zipOf({
      'a.xml': documentOf([{ number: '1' }]),
      'b.xml': documentOf([{ number: '2' }]),
      'settings.xml': Buffer.from('<settings/>'),
      '__MACOSX/a.xml': Buffer.from('junk'),
    });
    expect(outcomes(await stage.importOf(several, { accountId }))).toEqual(['created', 'created']);
  });

  it('with a bomb among its files leaves that file out', async () => {
    const bomb = Buffer.alloc(8_000_000);
    const document = documentOf([{ number: '1', photos: ['bomb.jpg'] }]);
    const ended = await stage.importOf(await zipOf({ 'a.xml': document, 'bomb.jpg': bomb }), { accountId });
    expect(codes(ended)).toEqual([['attachment_unreadable']]);
  });

  it('that is cancelled stops, and what was applied stays', async () => {
    const record = await stage.send(documentOf(numbers(2)), { accountId });
    await stage.stores.imports.cancel(record);
    await stage.work();
    const ended = await stage.found(record);
    expect(ended).toMatchObject({ state: 'cancelled', counts: { objects: 0 } });
    expect(properties()).toEqual([]);
  });
});
