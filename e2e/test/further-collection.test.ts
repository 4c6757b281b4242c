import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyWorkspace } from './support/workspace-copy.ts';
import type { WorkspaceCopy } from './support/workspace-copy.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const DECLARATIONS = 'apps/inbox/src/collections.ts';
const BEFORE = '  mailboxes: defineCollection';
const TEST = 'apps/inbox/src/visits.int.test.ts';

/** A collection with a person and a secret in it, and everything that is written by hand for it. */
const VISITS = `  visits: defineCollection<{ _id: string; accountId: string; visitor: string; code: string; personKeys: string[] }>({
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

const TEST_OF_VISITS = `import { newId, personKeysOf, reseal } from '@estate/persistence';
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
  const deps = { ...stores, clock: () => new Date(), eraseEvents: () => Promise.resolve(), settleMs: 0 } as EraseDeps;
  await stores.erasePerson({ accountId: first, erasureId: newId(), email: EMAIL }, deps);
  expect(await visits.find().map(({ accountId }) => accountId).toArray()).toEqual([second]);
  await stores.accountEraser.erase({ accountId: second, closingId: newId(), requestedAt: new Date() });
  expect(await visits.countDocuments()).toBe(0);
  await stores.close();
});
`;

let copy: WorkspaceCopy;
const compile = () =>
  copy.run('node', 'node_modules/typescript-7/bin/tsc', '--noEmit', '-p', 'tsconfig.json');
const declare = (declaration: string) => {
  const declared = readFileSync(join(ROOT, DECLARATIONS), 'utf8');
  expect(declared.split(BEFORE)).toHaveLength(2);
  writeFileSync(join(copy.root, DECLARATIONS), declared.replace(BEFORE, declaration + BEFORE));
};

beforeAll(() => {
  copy = copyWorkspace(ROOT);
});
afterAll(() => {
  copy.remove();
});

describe('a further collection with a person in it', () => {
  it('a further collection is erased, resealed and audited when it is declared', () => {
    declare(VISITS);
    writeFileSync(join(copy.root, TEST), TEST_OF_VISITS);
    compile();
    copy.run('vitest', 'run', TEST, 'tools/checks/src/collections.test.ts');
  });

  it('a further collection changes nothing by hand but its declaration', () => {
    expect(copy.changed()).toEqual([DECLARATIONS, TEST].sort());
  });
});
