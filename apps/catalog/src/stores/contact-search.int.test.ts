import { ContactQuery } from '@estate/contracts';
import { newId } from '@estate/persistence';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NOW, aContact } from '../../test/fakes.ts';
import { openTestStores } from '../../test/open-test-stores.ts';
import type { TestStores } from '../../test/open-test-stores.ts';
import { contactChanged } from '../announcements.ts';
import type { ContactRecord } from '../domain/contact.ts';

let stores: TestStores;
beforeAll(async () => {
  stores = await openTestStores();
});
afterAll(() => stores.close());

const origin = { clock: () => NOW, newId };

async function accountOf(...all: readonly ContactRecord['fields'][]) {
  const accountId = newId();
  const records = all.map((fields) => aContact({ id: newId(), accountId, fields }));
  for (const record of records) await stores.contacts.add(record);
  return { accountId, records };
}

const person = (firstName: string, lastName: string, email = 'office@example.org') => ({
  firstName,
  lastName,
  email,
});

const listed = (accountId: string, query: object) =>
  stores.contacts.list(accountId, ContactQuery.parse({ limit: 100, ...query }));
const namesOf = async (accountId: string, q: string) =>
  (await listed(accountId, { q })).records.map(({ fields }) => fields.lastName);

describe('a search for contacts', () => {
  it('a search for contacts finds those in which every word begins a word of the name or the email address', async () => {
    const { accountId } = await accountOf(
      person('Anna', 'Müller'),
      person('André', 'Weiß', 'weiss@makler.example'),
      { lastName: 'Zentrale', email: 'anna.zentrale@example.org' },
    );
    expect(await namesOf(accountId, 'ANNA')).toEqual(['Müller', 'Zentrale']);
    expect(await namesOf(accountId, 'mueller an')).toEqual(['Müller']);
    expect(await namesOf(accountId, 'andre weiß')).toEqual(['Weiß']);
    expect(await namesOf(accountId, 'makler')).toEqual(['Weiß']);
    expect(await namesOf(accountId, 'uller')).toEqual([]);
    expect(await namesOf(newId(), 'anna')).toEqual([]);
  });

  it('a search for contacts reaches every contact page by page, also the oldest of more than a hundred', async () => {
    const { accountId, records } = await accountOf(
      ...Array.from({ length: 130 }, (_, at) => person('Max', `Beispiel ${at}`)),
    );
    expect(await namesOf(accountId, 'beispiel 0')).toEqual(['Beispiel 0']);
    const newest = await listed(accountId, { q: 'beisp', order: 'desc' });
    expect(newest).toMatchObject({ hasMore: true });
    const startAfter = newest.records.at(-1)?.id;
    const rest = await listed(accountId, { q: 'beisp', order: 'desc', startAfter });
    expect([...newest.records, ...rest.records]).toEqual(records.toReversed());
    expect(rest.hasMore).toBe(false);
  });

  it('a search for contacts follows a change and forgets a deleted contact', async () => {
    const { accountId, records } = await accountOf(person('Anna', 'Alt'), person('Anna', 'Fort'));
    const [changed, deleted] = records as [ContactRecord, ContactRecord];
    const message = (record: ContactRecord, isDeleted: boolean) =>
      contactChanged({ ...record, deleted: isDeleted }, origin);
    await stores.contacts.replace(
      changed,
      { fields: person('Anna', 'Neu'), now: NOW },
      message(changed, false),
    );
    await stores.contacts.remove(deleted, message(deleted, true));
    expect(await namesOf(accountId, 'alt')).toEqual([]);
    expect(await namesOf(accountId, 'anna')).toEqual(['Neu']);
  });

  it('contacts that were saved without search terms get them', async () => {
    const { accountId } = await accountOf(person('Anna', 'Früher'));
    const docs = stores.database.db.collection<{ _id: string }>('contacts');
    await docs.updateMany({ accountId }, { $unset: { terms: '' } });
    expect(await namesOf(accountId, 'früher')).toEqual([]);
    const later = new Date(Date.now() + 3_600_000);
    for (let more = true; more;) more = await stores.missingTerms.fillNext(later);
    expect(await namesOf(accountId, 'früher')).toEqual(['Früher']);
  });
});
