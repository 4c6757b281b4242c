// Who may import whom, on real imports: by the tags of the projects, by what each package.json declares, and between files.
const { existsSync, readFileSync, readdirSync } = require('node:fs');

/** Which types of projects a project may import, by the `type:` tag of both ends. */
const MAY_IMPORT = {
  kernel: ['kernel'],
  contracts: ['contracts'],
  platform: ['platform', 'contracts', 'kernel'],
  service: ['platform', 'contracts', 'kernel'],
  client: ['client', 'contracts'],
  web: ['client', 'contracts'],
  testing: ['testing', 'platform', 'contracts', 'kernel', 'tool'],
  manifests: ['service', 'platform', 'contracts'],
  tool: ['tool', 'manifests', 'testing', 'client', 'platform', 'contracts', 'kernel'],
};

const TESTS = '(\\.test|\\.suite|\\.fixture|fixture)[^/]*\\.ts$|/test/|/test-support/|fakes\\.ts$';

/** Programs of customers, shown as examples: no part of the product. */
const EXAMPLES = '^libs/client/examples/';

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));
const folders = ['apps', 'libs', 'tools', 'clients']
  .filter(existsSync)
  .flatMap((group) => readdirSync(group).map((name) => `${group}/${name}`));
const projects = [...folders, 'deploy', 'e2e', 'bench']
  .filter((root) => existsSync(`${root}/project.json`))
  .map((root) => {
    const { tags = [], metadata: { rooms = [] } = {} } = readJson(`${root}/project.json`);
    const tag = (kind) => tags.find((one) => one.startsWith(`${kind}:`))?.slice(kind.length + 1);
    const [type, scope] = [tag('type'), tag('scope')];
    if (MAY_IMPORT[type] === undefined || scope === undefined)
      throw new Error(`${root}/project.json needs a known type: tag and a scope: tag`);
    const { name, dependencies = {}, devDependencies = {} } = readJson(`${root}/package.json`);
    return { root, type, scope, name, dependencies, devDependencies, rooms };
  });
const within = (some) => `^(${some.map(({ root }) => root).join('|')})/`;

/** What a project may not import of the other projects; test files may use libraries for tests, too. */
function rulesOf(project) {
  const others = projects.filter((one) => one !== project);
  const sources = { path: within([project]), pathNot: TESTS };
  const tests = { path: `${within([project])}.*(${TESTS})` };
  const rule = (name, from, isWrong) => {
    const wrong = others.filter(isWrong);
    return wrong.length === 0 ? [] : [{ name, severity: 'error', from, to: { path: within(wrong) } }];
  };
  const allowed = MAY_IMPORT[project.type];
  const scopes =
    project.type === 'manifests' ? projects.map(({ scope }) => scope) : [project.scope, 'shared'];
  const shipped = Object.keys(project.dependencies);
  const declared = [...shipped, ...Object.keys(project.devDependencies)];
  return [
    ...rule('type-tag', sources, ({ type }) => !allowed.includes(type)),
    ...rule('type-tag', tests, ({ type }) => ![...allowed, 'testing'].includes(type)),
    ...rule('scope-tag', { path: within([project]) }, ({ scope }) => !scopes.includes(scope)),
    ...rule('undeclared-project', sources, ({ name }) => !shipped.includes(name)),
    ...rule('undeclared-project', tests, ({ name }) => !declared.includes(name)),
    {
      name: 'relative-import-of-a-project',
      comment: 'another project is imported by the name of its package',
      severity: 'error',
      from: { path: within([project]) },
      to: { pathNot: within([project]), dependencyTypes: ['local'], dependencyTypesNot: ['aliased'] },
    },
  ];
}

/** Files that put a service together stand in no room. */
const ASSEMBLY = '/src/([^/]+|stores/open-stores)\\.ts$';

/** The folders of a project with rooms, from the lowest to the highest: none imports from one above it. Every service has rooms. */
function upwardImports(project) {
  const { root, rooms } = project;
  const folderOf = (room) => `^${root}/src/${room}/`;
  const unlisted = readdirSync(`${root}/src`, { withFileTypes: true }).find(
    (entry) => entry.isDirectory() && entry.name !== 'test-support' && !rooms.includes(entry.name),
  );
  if (unlisted) throw new Error(`${root}/project.json does not say on which floor src/${unlisted.name} is`);
  return rooms.slice(0, -1).map((room, floor) => {
    const inside = rooms.filter((other) => other.startsWith(`${room}/`));
    return {
      name: 'room-imports-upwards',
      comment: 'a folder imports from the folders before it in `rooms` of its project.json',
      severity: 'error',
      from: { path: folderOf(room), pathNot: [...inside.map(folderOf), ASSEMBLY, TESTS] },
      to: {
        path: rooms.slice(floor + 1).map(folderOf),
        pathNot: [...rooms.slice(0, floor + 1).map(folderOf), ASSEMBLY, TESTS],
      },
    };
  });
}

const onlyIn = (library, packages, folder = '') => ({
  name: `only-${library}-imports-${packages[0].replaceAll('/', '-')}`,
  comment: `${packages.join(', ')} may be imported by libs/${library}/${folder} alone, so that it can be replaced in one place`,
  severity: 'error',
  from: { path: '^(apps|libs)/', pathNot: `^libs/(${library}/${folder}|testing/)|${EXAMPLES}|${TESTS}` },
  to: { path: packages.map((name) => `^node_modules/${name}/`).join('|') },
});

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...projects.flatMap(rulesOf),
    ...projects.filter(({ type, rooms }) => type === 'service' || rooms.length > 0).flatMap(upwardImports),
    {
      name: 'undeclared-package',
      comment: 'what is shipped declares its packages in its own package.json',
      severity: 'error',
      from: { path: '^(apps|libs|tools|clients)/[^/]+/src/', pathNot: TESTS },
      to: { path: '^node_modules/', dependencyTypesNot: ['npm'] },
    },
    {
      name: 'undeclared-package-anywhere',
      comment: 'tests and scripts may use what the package.json of the workspace declares, too',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'product-imports-test-file',
      severity: 'error',
      from: { path: '^(apps|libs|tools)/', pathNot: `^libs/testing/|${TESTS}` },
      to: { path: `^(apps|libs|tools)/.*(${TESTS})` },
    },
    {
      name: 'manifests-import-manifests-only',
      comment: 'of a service, what it says about itself and nothing that runs',
      severity: 'error',
      from: { path: '^(libs|tools)/' },
      to: { path: '^apps/', pathNot: '^apps/[^/]+/src/manifest\\.ts$' },
    },
    {
      name: 'product-imports-bus-without-manifest',
      comment: 'a service connects with its manifest; only tests may do without',
      severity: 'error',
      from: { path: '^(apps|libs)/', pathNot: `^libs/testing/|${TESTS}` },
      to: { path: '^libs/messaging/src/testing.ts$' },
    },
    onlyIn('messaging', ['nats', '@nats-io'], 'src/nats/'),
    onlyIn('persistence', ['mongodb']),
    onlyIn('http', ['express']),
    onlyIn('egress', ['undici']),
    onlyIn('observability', ['@opentelemetry']),
    onlyIn('byte-stores', ['@aws-sdk']),
    {
      name: 'only-the-root-knows-the-byte-store',
      comment:
        'which store has the bytes is decided where a service is put together; everybody else has `Bytes`',
      severity: 'error',
      from: { path: '^(apps|libs)/', pathNot: `^libs/(byte-stores|runtime)/|${TESTS}` },
      to: { path: '^libs/byte-stores/' },
    },
    {
      name: 'contracts-import-zod-only',
      severity: 'error',
      from: { path: '^libs/contracts/src/', pathNot: TESTS },
      to: { pathNot: '^libs/contracts/src/|^node_modules/zod/' },
    },
    {
      name: 'errors-import-nothing',
      severity: 'error',
      from: { path: '^libs/errors/src/', pathNot: TESTS },
      to: { pathNot: '^libs/errors/src/' },
    },
    {
      name: 'domain-is-pure',
      comment: 'domain/ knows contracts, errors and itself',
      severity: 'error',
      from: { path: '^apps/[^/]+/src/domain/', pathNot: TESTS },
      to: { pathNot: '^apps/[^/]+/src/domain/|^libs/(contracts|errors)/src/|^node_modules/zod/' },
    },
    {
      name: 'routes-hold-operations-only',
      comment: 'what operations share lies outside of routes/, so that only the table of routes imports them',
      severity: 'error',
      from: { path: '^apps/[^/]+/src/', pathNot: `^apps/[^/]+/src/routes/index\\.ts$|${TESTS}` },
      to: { path: '^apps/[^/]+/src/routes/', pathNot: '/routes/index\\.ts$' },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'not-resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/|^tools/checks/fixtures/' },
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json', '.d.ts'],
    },
  },
};
