import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PropertySnapshot, StoredAttachment } from '@estate/contracts';
import { CONTACT, FIELDS, picture } from '../openimmo-ftp/test-support/fixtures.ts';
import { startMarket } from './test-support/market-process.ts';
import type { MarketProcess } from './test-support/market-process.ts';
import { deletePublication, openHarness, setPublication, snapshot } from './test-support/harness.fixture.ts';
import type { Harness } from './test-support/harness.fixture.ts';

let market: MarketProcess;
let harness: Harness;
let number = 0;
let externalId: string;

beforeAll(async () => {
  market = await startMarket();
  harness = await openHarness(market);
});
afterAll(async () => {
  await harness.close();
  await market.stop();
});
beforeEach(() => {
  number += 1;
  externalId = `P/77 #${number}`;
});
let judged = 0;
/** Refusals that are part of normal work: look-ups of missing resources, and calls repeated after a lost answer. */
const USUAL = [
  /^GET \/user\/me\/(contact|realestate)\/ext-\S+ ERROR_RESOURCE_NOT_FOUND /,
  /^GET \/publish\/\d+_10000 ERROR_RESOURCE_NOT_FOUND /,
  /^DELETE (\/publish\/\d+_10000|\/user\/me\/realestate\/\d+) ERROR_RESOURCE_NOT_FOUND /,
  /^PUT \/user\/me\/realestate\/\d+\S* ERROR_RESOURCE_NOT_FOUND /,
  /^POST \/user\/me\/(contact|realestate)\S* ERROR_RESOURCE_VALIDATION .*already exists/,
  /^POST \/publish ERROR_COMMON_REQUEST_CONFLICT .*already published/,
  // A call that is retried on another connection has the same signature. It is then signed again.
  /^PUT \S+ ERROR_COMMON_AUTHENTICATION_OAUTH_NONCE_EXPIRED /,
];

afterEach(async () => {
  await market.clearFaults();
  const refusals = (await market.refusals()).slice(judged);
  judged += refusals.length;
  const told = refusals.map(
    ({ method, path, refusal }) => `${method} ${path} ${refusal?.code} ${refusal?.message}`,
  );
  expect(told.filter((each) => !USUAL.some((usual) => usual.test(each)))).toEqual([]);
});

const publication = (changes: Partial<PropertySnapshot> = {}, others: object = {}) =>
  setPublication({ snapshot: snapshot({ externalId, ...changes }), ...others });
const removal = () =>
  deletePublication({
    property: { externalId, type: 'apartmentBuy', fields: FIELDS, updatedAt: CONTACT.updatedAt },
  });
const again = { firstTime: false };
const callsOf = async (work: () => Promise<unknown>): Promise<string[]> => {
  const before = (await market.calls()).length;
  await work();
  const made = (await market.calls()).slice(before);
  return made.map(
    ({ method, path, status }) =>
      `${method} ${path.replace(/\?.*/, '').replace(/\/\d+(?=[/_]|$)/g, '/N')} ${status}`,
  );
};
const photo = async (seed: number, changes: Partial<StoredAttachment> = {}) =>
  harness.files.add(await picture(40 + seed, 30, 'jpeg'), { position: seed, ...changes });
const titles = async () => (await harness.object(externalId))?.attachments.map(({ title }) => title);
const titlePicture = async () =>
  (await harness.object(externalId))?.attachments
    .filter((one) => one.titlePicture === true)
    .map(({ title }) => title);

describe('publishing', () => {
  it('a publication creates contact and object, publishes the object, and returns its public page', async () => {
    const outcome = await harness.set(publication());
    const object = await harness.object(externalId);
    const publicUrl = `${market.url}/expose/${object?.id}`;
    expect(outcome).toEqual({ ok: true, publicUrl, said: { state: 'confirmed', messages: [] } });
    expect(object?.publishedAt).toBeDefined();
    expect(object?.fields).toMatchObject({
      title: FIELDS.title,
      apartmentType: 'MAISONETTE',
      price: { value: 489000, currency: 'EUR' },
      courtage: { hasCourtage: 'NOT_APPLICABLE' },
    });
    const contact = (await market.contacts()).find(({ id }) => id === object?.contactId);
    expect(contact?.fields).toMatchObject({
      email: CONTACT.email,
      externalId: CONTACT.id,
      lastname: 'Beispiel',
    });
    const page = await (await fetch(`${market.url}/expose/${object?.id}`)).text();
    expect(page).toContain(FIELDS.title);
  });

  it('a publication replaces the object on an update and never creates a second one', async () => {
    await harness.set(publication());
    const title = 'Neuer Titel';
    const calls = await callsOf(() => harness.set(publication({ fields: { ...FIELDS, title } }, again)));
    expect((await harness.object(externalId))?.fields).toMatchObject({ title });
    expect(calls).toEqual([
      `GET /user/me/contact/ext-${CONTACT.id} 200`,
      'PUT /user/me/realestate/N 200',
      'GET /user/me/realestate/N/attachment 200',
      'GET /publish/N_10000 200',
    ]);
  });

  it('a publication updates a contact that changed, and falls back to the default contact when there is none', async () => {
    const contact = { ...CONTACT, id: 'd1a2b3c4e5f6g7h8i9jd' };
    await harness.set(publication({ contact }));
    await harness.set(publication({ contact: { ...contact, lastName: 'Neu' } }, again));
    const mine = (await market.contacts()).filter(({ fields }) => fields['externalId'] === contact.id);
    expect(mine.map(({ fields }) => fields['lastname'])).toEqual(['Neu']);
    const { contact: _none, ...without } = snapshot({ externalId });
    await harness.set(setPublication({ snapshot: without, ...again }));
    const standard = (await market.contacts()).find(({ isDefault }) => isDefault);
    expect((await harness.object(externalId))?.contactId).toBe(standard?.id);
  });

  it('a publication uses a contact that another worker created concurrently, with the wanted data', async () => {
    const contact = { ...CONTACT, id: 'd1a2b3c4e5f6g7h8i9jf' };
    await harness.set(
      setPublication({ snapshot: snapshot({ externalId: `${externalId} before`, contact }) }),
    );
    await market.fault({ method: 'GET', path: '/user/me/contact/ext-', status: 404, times: 1 });
    const changed = { ...contact, lastName: 'Neu' };
    expect(await harness.set(publication({ contact: changed }))).toMatchObject({ ok: true });
    const mine = (await market.contacts()).filter(({ fields }) => fields['externalId'] === contact.id);
    expect(mine.map(({ fields }) => fields['lastname'])).toEqual(['Neu']);
  });

  it('a publication adds the request address when requests are collected', async () => {
    const contact = { ...CONTACT, id: 'd1a2b3c4e5f6g7h8i9je' };
    await harness.set(publication({ contact }), { ...harness.account, autoCollectRequests: true });
    const mine = (await market.contacts()).find(({ fields }) => fields['externalId'] === contact.id);
    expect(mine?.fields).toMatchObject({ secondaryEmail: 'e1a2b3c4e5f6g7h8i9j0@requests.example.org' });
  });

  it('an unpublished object is kept off the public channel, also one that was on it', async () => {
    expect(await harness.set(publication({}, { preventPublication: true }))).toEqual({
      ok: true,
      published: false,
      said: { state: 'confirmed', messages: [] },
    });
    expect(await harness.object(externalId)).not.toHaveProperty('publishedAt');
    await harness.set(publication({}, again));
    expect(await harness.object(externalId)).toHaveProperty('publishedAt');
    await harness.set(publication({}, { ...again, preventPublication: true }));
    expect(await harness.object(externalId)).not.toHaveProperty('publishedAt');
  });

  it('a publication creates the object again when it was removed on the marketplace', async () => {
    await harness.set(publication());
    const first = harness.remembered.get(externalId);
    await harness.delete(removal());
    harness.remembered.set(externalId, first!);
    expect(await harness.set(publication({}, again))).toMatchObject({ ok: true });
    expect(harness.remembered.get(externalId)).not.toEqual(first);
    expect(await harness.object(externalId)).toHaveProperty('publishedAt');
  });

  it('a deletion takes the object off the channel and removes it; a second one changes nothing', async () => {
    await harness.set(publication());
    expect(await harness.delete(removal())).toEqual({ ok: true });
    expect(await harness.object(externalId)).toBeUndefined();
    expect(await harness.delete(removal())).toEqual({ ok: true });
    harness.remembered.clear();
    expect(await harness.delete(removal())).toEqual({ ok: true });
  });

  it('a deletion finds the object by its external id when its id is unknown', async () => {
    await harness.set(publication());
    harness.remembered.clear();
    expect(await harness.delete(removal())).toEqual({ ok: true });
    expect(await harness.object(externalId)).toBeUndefined();
  });

  it('publications of one account show one object at a time', async () => {
    const publications = Array.from({ length: 6 }, (_, index) =>
      setPublication({ snapshot: snapshot({ externalId: `${externalId} ${index}` }) }),
    );
    const outcomes = await Promise.all(publications.map((each) => harness.set(each)));
    expect(outcomes.filter(({ ok }) => !ok)).toEqual([]);
    expect(await market.collisions()).toEqual([]);
  });
});

describe('attachments', () => {
  it('attachments arrive with their bytes in order, the first picture as the title picture', async () => {
    const pdf = await harness.files.add(Buffer.from('%PDF-1.4 exposé'), {
      mediaType: 'application/pdf',
      position: 0,
      title: 'Exposé',
    });
    const attachments = [
      pdf,
      await photo(1, { title: 'Front with a title that is longer than thirty characters' }),
      await photo(2, { title: 'Plan', isBlueprint: true }),
      await harness.files.add(await picture(50, 30, 'webp'), {
        mediaType: 'image/webp',
        position: 3,
        title: 'Webp',
      }),
    ];
    const links = [{ url: 'https://tour.example.org/77', title: 'Rundgang' }];
    await harness.set(publication({ attachments, links }));
    const object = await harness.object(externalId);
    expect(object?.attachments).toMatchObject([
      { kind: 'PDFDocument', title: 'Exposé', size: 16 },
      {
        kind: 'Picture',
        title: 'Front with a title that is',
        titlePicture: true,
        size: attachments[1]!.size,
      },
      { kind: 'Picture', title: 'Plan', floorplan: true, titlePicture: false },
      { kind: 'Picture', title: 'Webp', mediaType: 'image/jpeg' },
      { kind: 'Link', title: 'Rundgang', url: 'https://tour.example.org/77' },
    ]);
    const stored = await fetch(`${market.url}/media/${object?.id}/${String(object?.attachments[0]?.['id'])}`);
    expect(await stored.text()).toBe('%PDF-1.4 exposé');
  });

  it('attachments that did not change are not sent again', async () => {
    const attachments = [await photo(1), await photo(2)];
    const links = [{ url: 'https://tour.example.org/77' }];
    await harness.set(publication({ attachments, links }));
    const calls = await callsOf(() => harness.set(publication({ attachments, links }, again)));
    expect(calls.filter((call) => call.includes('attachment'))).toEqual([
      'GET /user/me/realestate/N/attachment 200',
      'GET /user/me/realestate/N/attachment/attachmentsorder 200',
    ]);
  });

  it('attachments are added, removed, described anew and reordered, each without touching the others', async () => {
    const [a, b, c] = [
      await photo(1, { title: 'a' }),
      await photo(2, { title: 'b' }),
      await photo(3, { title: 'c' }),
    ];
    await harness.set(publication({ attachments: [a, b] }));
    await harness.set(
      publication({ attachments: [c, b, a].map((one, position) => ({ ...one, position })) }, again),
    );
    expect(await titles()).toEqual(['c', 'b', 'a']);
    expect(await titlePicture()).toEqual(['c']);
    const calls = await callsOf(() =>
      harness.set(
        publication(
          {
            attachments: [
              { ...a, position: 0 },
              { ...c, position: 1, title: 'C!' },
            ],
          },
          again,
        ),
      ),
    );
    expect(await titles()).toEqual(['a', 'C!']);
    expect(await titlePicture()).toEqual(['a']);
    expect(calls.filter((call) => call.startsWith('POST'))).toEqual([]);
    await harness.set(publication({}, again));
    expect(await titles()).toEqual([]);
  });

  it('attachments with other bytes are taken off and sent anew', async () => {
    await harness.set(publication({ attachments: [await photo(1, { title: 'same' })] }));
    const calls = await callsOf(async () =>
      harness.set(publication({ attachments: [await photo(9, { position: 1, title: 'same' })] }, again)),
    );
    expect(calls).toContain('DELETE /user/me/realestate/N/attachment/N 200');
    expect(calls).toContain('POST /user/me/realestate/N/attachment 201');
    expect(await titles()).toEqual(['same']);
  });

  it('attachments may be the same bytes at two places', async () => {
    const one = await photo(1);
    await harness.set(publication({ attachments: [one, { ...one, position: 2 }] }));
    expect((await harness.object(externalId))?.attachments).toHaveLength(2);
  });

  it('and links that others put there are removed', async () => {
    await harness.set(
      publication({ links: [{ url: 'https://a.example.org/' }, { url: 'https://b.example.org/' }] }),
    );
    await harness.set(publication({ links: [{ url: 'https://b.example.org/' }] }, again));
    expect((await harness.object(externalId))?.attachments).toMatchObject([
      { url: 'https://b.example.org/' },
    ]);
  });
});

describe('an answer that never came', () => {
  it.each([
    ['the object', { method: 'POST', path: '/user/me/realestate?' }],
    ['the contact', { method: 'POST', path: '/user/me/contact' }],
    ['an attachment', { method: 'POST', path: '/attachment' }],
    ['the order', { method: 'PUT', path: '/attachmentsorder' }],
    ['the publication', { method: 'POST', path: '/publish' }],
    ['a replacement', { method: 'PUT', path: '/user/me/realestate/' }],
  ])(
    'after %s was done is made up for by the next attempt, and nothing is there twice',
    async (_what, call) => {
      const contact = { ...CONTACT, id: `d1a2b3c4e5f6g7h8k${String(number).padStart(3, '0')}` };
      const attachments = [await photo(1), await photo(2)];
      const wanted = publication({ contact, attachments });
      if (call.method === 'PUT')
        await harness.set(publication({ contact, attachments: attachments.slice(0, 1) }));
      // On a kept connection that was cut a PUT is tried again within the same call, so it is cut twice.
      await market.fault({ ...call, cut: 'after', times: call.method === 'PUT' ? 2 : 1 });
      const first = await harness.set(wanted);
      expect(first).toMatchObject({
        ok: false,
        failure: { code: 'connection_lost', repeat: true, scope: 'target' },
      });
      await market.clearFaults();
      expect(await harness.set(wanted)).toMatchObject({ ok: true });
      const object = await harness.object(externalId);
      expect(object?.attachments).toHaveLength(2);
      expect(object).toHaveProperty('publishedAt');
      const contacts = (await market.contacts()).filter(({ fields }) => fields['externalId'] === contact.id);
      expect(contacts).toHaveLength(1);
    },
  );

  it('a lost answer to the first link is recovered by the next attempt without a second link', async () => {
    const wanted = publication({ links: [{ url: 'https://tour.example.org/77' }] });
    await market.fault({ method: 'POST', path: '/attachment', cut: 'after', times: 1 });
    expect(await harness.set(wanted)).toMatchObject({ ok: false, failure: { code: 'connection_lost' } });
    expect((await harness.object(externalId))?.attachments).toHaveLength(1);
    expect(await harness.set(wanted)).toMatchObject({ ok: true });
    expect((await harness.object(externalId))?.attachments).toHaveLength(1);
  });

  it('after the object was made and before its id was kept makes no second object', async () => {
    await harness.set(publication());
    harness.remembered.clear();
    const calls = await callsOf(() => harness.set(publication()));
    expect(calls).toContain('POST /user/me/realestate 412');
    expect(await harness.object(externalId)).toBeDefined();
    expect(harness.remembered.get(externalId)?.objectId).toBe((await harness.object(externalId))?.id);
  });
});
