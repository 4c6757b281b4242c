import { Readable } from 'node:stream';
import { newId } from '@estate/persistence';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SILENTLY, aProperty } from '../../test/fakes.ts';
import { openTestStores } from '../../test/open-test-stores.ts';
import type { TestStores } from '../../test/open-test-stores.ts';
import { urlOfUpload } from '../domain/attachment-addresses.ts';

let stores: TestStores;
beforeAll(async () => {
  stores = await openTestStores();
});
afterAll(() => stores.close());

const sha = (digit: string) => digit.repeat(64);
const file = (digit: string) => ({
  ...{ url: `https://example.org/${digit}`, sha256: sha(digit), size: 5 },
  mediaType: 'image/png' as const,
});
const put = (name: string) =>
  stores.attachments.put(name, Readable.from([Buffer.from('bytes')]), { mediaType: 'image/png' });
const has = async (name: string) => (await stores.attachments.read(name)) !== null;

/** Bytes that were put just now count as put before. */
async function untilLater(): Promise<Date> {
  const now = Date.now();
  while (Date.now() <= now + 1) await new Promise((resolve) => setImmediate(resolve));
  return new Date();
}

async function erase(accountId: string, requestedAt: Date) {
  const closingId = newId();
  while (!(await stores.accountEraser.erase({ accountId, closingId, requestedAt })));
  return stores.accountEraser.erased(closingId);
}

describe('the erasure of an account from the catalog', () => {
  it('an account is erased with its contacts, its logo, timelines and files that no other account has', async () => {
    const [accountId, other] = [newId(), newId()];
    for (const name of [sha('a'), `${sha('a')}-1-320`, sha('b')]) await put(name);
    const own = aProperty({ accountId, stored: [file('a'), file('b')] });
    const foreign = aProperty({ accountId: other, stored: [file('b')] });
    for (const property of [own, foreign]) await stores.properties.add(property, SILENTLY);
    await stores.properties.add(aProperty({ accountId, stored: [file('a')] }), SILENTLY);
    const fields = { email: 'anna@example.org', lastName: 'Beispiel' };
    const made = { revision: 1, createdAt: new Date(), updatedAt: new Date() };
    for (const owner of [accountId, other]) {
      await stores.contacts.add({ id: newId(), accountId: owner, fields, ...made });
      await stores.logos.set({ accountId: owner, url: urlOfUpload(newId()), now: new Date() });
    }
    expect(await erase(accountId, await untilLater())).toMatchObject({
      ...{ properties: 2, contacts: 1, attachments: 1, others: 1 },
    });
    expect([await has(sha('a')), await has(`${sha('a')}-1-320`), await has(sha('b'))]).toEqual([
      ...[false, false, true],
    ]);
    for (const name of ['properties', 'contacts', 'logos']) {
      const docs = await stores.database.db.collection(name).find().toArray();
      expect(docs.map((doc) => doc['accountId'] as string)).toEqual([other]);
    }
  });

  it('the uploaded attachments of an account are erased with their files, unless another account has them', async () => {
    const [accountId, other] = [newId(), newId()];
    for (const name of [sha('d'), sha('e')]) await put(name);
    const upload = (owner: string, digit: string) => ({
      ...{ accountId: owner, sha256: sha(digit), size: 5, mediaType: 'image/png' as const },
    });
    const made = () => ({ id: newId(), now: new Date() });
    await stores.uploads.put(upload(accountId, 'd'), made());
    await stores.uploads.put(upload(accountId, 'e'), made());
    await stores.uploads.put(upload(other, 'e'), made());
    await stores.properties.add(aProperty({ accountId, stored: [file('d'), file('e')] }), SILENTLY);
    expect(await erase(accountId, await untilLater())).toMatchObject({ others: 2, attachments: 1 });
    expect([await has(sha('d')), await has(sha('e'))]).toEqual([false, true]);
    const left = await stores.docs.uploadedAttachments.find().toArray();
    expect(left.map((doc) => doc.accountId)).toEqual([other]);
  });

  it('the renditions of uploaded attachments are erased with them', async () => {
    const accountId = newId();
    for (const name of [sha('7'), sha('8')]) await put(name);
    const rendition = { key: 'of-7', sha256: sha('8'), size: 5, mediaType: 'image/png' as const };
    const upload = { accountId, sha256: sha('7'), size: 5, mediaType: 'image/png' as const, rendition };
    await stores.uploads.put(upload, { id: newId(), now: new Date() });
    await stores.properties.add(
      aProperty({ accountId, stored: [file('7')], renditions: [rendition] }),
      SILENTLY,
    );
    expect(await erase(accountId, await untilLater())).toMatchObject({ others: 1, attachments: 2 });
    expect([await has(sha('7')), await has(sha('8'))]).toEqual([false, false]);
  });

  it('a file that somebody has put since the closing was requested stays for the sweep', async () => {
    const accountId = newId();
    const requestedAt = new Date();
    await stores.properties.add(aProperty({ accountId, stored: [file('c')] }), SILENTLY);
    await untilLater();
    await put(sha('c'));
    await erase(accountId, requestedAt);
    expect(await has(sha('c'))).toBe(true);
  });
});
