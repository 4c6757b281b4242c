// npx nx g @estate/generators:service tally
import { camelCase, pascalCase, replaceOnce } from './names.mjs';

const PACKAGES = ['config', 'contracts', 'messaging', 'persistence', 'runtime'];

/** Makes `apps/<name>` and the contract of its one operation. `npx nx derive` writes the files that follow from its manifest. */
export function service(tree, { name }) {
  const folder = `apps/${name}`;
  if (tree.exists(folder)) throw new Error(`${folder} is there already`);
  const files = { ...settings(name), ...program(name), ...operation(name), ...store(name) };
  for (const [path, text] of Object.entries(files)) tree.write(`${folder}/${path}`, text.trimStart());
  tree.write(`libs/contracts/src/${name}.ts`, contract(name).trimStart());
  replaceOnce(tree, 'libs/contracts/src/index.ts', [
    "export * from './target.ts';",
    `export * from './${name}.ts';\nexport * from './target.ts';`,
  ]);
  declare(tree, name);
  return () => process.stdout.write(NEXT);
}

const NEXT = `Next: npm install, npx nx derive, and docs/adding-a-service.md\n`;

const MANIFESTS = 'tools/manifests/package.json';

/** Makes the project that lists the manifests of all services depend on the new one. */
function declare(tree, name) {
  if (!tree.exists(MANIFESTS)) return;
  const { dependencies, ...rest } = JSON.parse(tree.read(MANIFESTS, 'utf8'));
  tree.write(MANIFESTS, asJson({ ...rest, dependencies: { ...dependencies, [`@estate/${name}`]: '0.0.0' } }));
}

const asJson = (value) => `${JSON.stringify(value, null, 2)}\n`;

const contract = (name) => `
import { z } from 'zod';
import { defineOperation } from './define-operation.ts';

/** The number of entries of the account. */
export const count${pascalCase(name)}Entries = defineOperation({
  subject: 'ask.${name}.count-entries',
  input: z.strictObject({}),
  output: z.object({ count: z.int().min(0) }),
});
`;

const settings = (name) => ({
  'package.json': asJson({
    name: `@estate/${name}`,
    version: '0.0.0',
    private: true,
    license: 'Apache-2.0',
    type: 'module',
    exports: { '.': './src/service.ts', './manifest': './src/manifest.ts' },
    dependencies: {
      ...Object.fromEntries(PACKAGES.map((one) => [`@estate/${one}`, '0.0.0'])),
      zod: '4.6.7',
    },
  }),
  'project.json': asJson({
    name,
    $schema: '../../node_modules/nx/schemas/project-schema.json',
    sourceRoot: `apps/${name}/src`,
    projectType: 'application',
    tags: ['type:service', `scope:${name}`],
    metadata: { rooms: ['domain', 'stores', 'handlers', 'routes'] },
    targets: { build: {}, serve: {}, test: {}, lint: {}, typecheck: {} },
  }),
  'README.md': `
# ${name}

Counts the entries of an account.

## Answers

\`ask.${name}.count-entries\`

## Stores

\`entries\`, by account
`,
});

const program = (name) => ({
  'src/main.ts': `
import { loadConfig } from '@estate/config';
import { run } from '@estate/runtime';
import { ${pascalCase(name)}Config } from './config.ts';
import { ${camelCase(name)} } from './service.ts';

const config = loadConfig(${pascalCase(name)}Config);
await run('${name}', config, ${camelCase(name)}(config));
`,
  'src/config.ts': `
import { z } from 'zod';
import { auditEnv, mongoEnv, natsEnv, serviceEnv } from '@estate/config';

/** The environment of the ${name}. */
export const ${pascalCase(name)}Config = z.object({
  ...serviceEnv,
  ...natsEnv,
  ...mongoEnv,
  MONGODB_DATABASE: z.string().default('${name}').meta({ description: 'Name of the database.' }),
  ...auditEnv,
});
export type ${pascalCase(name)}Config = z.infer<typeof ${pascalCase(name)}Config>;
`,
  'src/manifest.ts': `
import { count${pascalCase(name)}Entries, defineService } from '@estate/contracts';

export const manifest = defineService({
  name: '${name}',
  answers: [count${pascalCase(name)}Entries],
  asks: [],
  tells: [],
  handles: {},
  database: { sealed: false, queue: false },
  ports: { internal: 9090 },
  metrics: {},
});
`,
  'src/service.ts': `
import { backbone } from '@estate/runtime';
import type { Wiring } from '@estate/runtime';
import type { ${pascalCase(name)}Config } from './config.ts';
import { manifest } from './manifest.ts';
import { routes } from './routes/index.ts';
import { openStores } from './stores/open-stores.ts';

/** Counts the entries of an account. */
export const ${camelCase(name)} =
  (config: ${pascalCase(name)}Config): Wiring =>
  async (service) => {
    const base = await backbone(service, config, { manifest, openStores });
    await base.serve({ answers: routes(base.stores) });
  };
`,
  'src/deps.ts': `
import type { EntryStore } from './stores/entry-store.ts';

/** Everything a route may touch. */
export interface Deps {
  entries: Pick<EntryStore, 'count'>;
}
`,
});

const operation = (name) => ({
  'src/routes/index.ts': `
import type { Answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { countEntries } from './count-entries.ts';

/** Every operation that the ${name} answers. */
export const routes = (deps: Deps) => [countEntries(deps)] as const satisfies readonly Answer[];
`,
  'src/routes/count-entries.ts': `
import { count${pascalCase(name)}Entries as operation } from '@estate/contracts';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';

/** The number of entries of the account. */
export const countEntries = ({ entries }: Deps) =>
  answer(operation, async (_input, { accountId }) => ({ count: await entries.count(accountId) }));
`,
  'src/routes/count-entries.test.ts': `
import { expect, it } from 'vitest';
import { countEntries } from './count-entries.ts';

it('the answer counts the entries of the account that asks', async () => {
  const entries = { count: (accountId: string) => Promise.resolve(accountId === 'account-1' ? 3 : 0) };
  const { handle } = countEntries({ entries });
  const caller = { accountId: 'account-1', requestId: 'request-1' };
  expect(await handle({}, caller)).toEqual({ count: 3 });
});
`,
});

const store = (name) => ({
  'src/collections.ts': `
import { backboneCollections, defineCollection } from '@estate/persistence';
import type { EntryDoc } from './stores/entry-store.ts';

/** Every collection of the ${name}. */
export const collections = {
  entries: defineCollection<EntryDoc>({
    name: 'entries',
    indexes: [{ name: 'account', key: { accountId: 1 } }],
    account: { kind: 'others' },
    person: { none: 'An entry names nobody.' },
    exportedAs: { none: 'An entry is only counted.' },
  }),
  ...backboneCollections,
};
`,
  'src/stores/entry-store.ts': `
import type { Collection } from '@estate/persistence';

export interface EntryDoc {
  _id: string;
  accountId: string;
}

export class EntryStore {
  readonly #entries: Collection<EntryDoc>;

  constructor(entries: Collection<EntryDoc>) {
    this.#entries = entries;
  }

  async count(accountId: string): Promise<number> {
    return this.#entries.countDocuments({ accountId });
  }
}
`,
  'src/stores/open-stores.ts': `
import { applyRules, openCollections } from '@estate/persistence';
import type { StoreContext } from '@estate/runtime';
import { collections } from '../collections.ts';
import { EntryStore } from './entry-store.ts';

/** Everything the service stores, with its indexes. */
export async function openStores({ database: { db } }: StoreContext) {
  const opened = await openCollections(db, collections);
  return { ...opened, ...applyRules(db, collections, {}), entries: new EntryStore(opened.docs.entries) };
}
`,
});
