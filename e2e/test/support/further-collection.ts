export const DECLARED_IN = 'apps/inbox/src/collections.ts';
/** The declaration that follows the further one. */
export const BEFORE = '  mailboxes: defineCollection';
export const TESTED_IN = 'apps/inbox/src/visits.int.test.ts';

/** A collection with a person and a secret in it, and everything that is written by hand for it. */
export const DECLARATION = `  visits: defineCollection<{ _id: string; accountId: string; visitor: string; code: string; personKeys: string[] }>({
    name: 'visits',
    indexes: [
      { name: 'account', key: { accountId: 1 } },
      { name: 'person', key: { personKeys: 1 }, sparse: true },
    ],
    account: { kind: 'others', mustExist: true },
    person: { keys: ['personKeys'], texts: ({ visitor }) => [visitor] },
    exportedAs: ['request'],
    sealed: ['code'],
  }),
`;

/** Of the further collection. */
export const TEST = `import { newId, personKeysOf, reseal } from '@estate/persistence';
import { expect, it } from 'vitest';
import type { EraseDeps } from './erasing/erase-requests.ts';
import { openTestStores } from './stores/stores.fixture.ts';

const EMAIL = 'anna@example.org';
const vault = {
  seal: (text: string) => 'new ' + text,
  open: (text: string) => text.slice(4),
  needsReseal: (text: string) => text.startsWith('old '),
};

it('visits are erased with their account and their person, resealed, and their accounts are audited', async () => {
  const stores = await openTestStores();
  const { visits } = stores.docs;
  const visit = async (accountId: string) => {
    const person = { visitor: EMAIL, personKeys: personKeysOf(accountId, [EMAIL]) };
    await visits.insertOne({ _id: newId(), accountId, code: 'old 4711', ...person });
  };
  const [first, second] = [newId(), newId()];
  for (const accountId of [first, second]) await visit(accountId);
  const after = 'visits:';
  expect(await reseal(stores.sealed, vault, after)).toMatchObject({ resealed: 2, unreadable: [] });
  expect(stores.ofAccounts.map(({ collectionName }) => collectionName)).toContain('visits');
  const waiting = { settleMs: 0, postponed: new Map() };
  const deps = { ...stores, ...waiting, clock: () => new Date(), eraseEvents: () => Promise.resolve() } as EraseDeps;
  await stores.erasePerson({ accountId: first, erasureId: newId(), email: EMAIL }, deps);
  expect(await visits.find().map(({ accountId }) => accountId).toArray()).toEqual([second]);
  await stores.accountEraser.erase({ accountId: second, closingId: newId(), requestedAt: new Date() });
  expect(await visits.countDocuments()).toBe(0);
  await stores.close();
});
`;
