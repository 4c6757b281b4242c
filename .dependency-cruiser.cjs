// File-level boundaries. Who may import whom by tag is checked by tools/checks over the project graph.
const TESTS = '(\\.test|\\.suite|\\.fixture|fixture)[^/]*\\.ts$|/test/|fakes\\.ts$';

/** Programs of customers, shown as examples: no part of the product. */
const EXAMPLES = '^libs/client/examples/';

const onlyIn = (library, packages) => ({
  name: `only-${library}-imports-${packages[0].replaceAll('/', '-')}`,
  comment: `${packages.join(', ')} may be imported by libs/${library} alone, so that it can be replaced in one place`,
  severity: 'error',
  from: { path: '^(apps|libs)/', pathNot: `^libs/(${library}|testing)/|${EXAMPLES}|${TESTS}` },
  to: { path: packages.map((name) => `^node_modules/${name}/`).join('|') },
});

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'service-imports-service',
      comment: 'services share contracts only',
      severity: 'error',
      from: { path: '^apps/([^/]+)/' },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'library-imports-service-or-tool',
      severity: 'error',
      from: { path: '^libs/', pathNot: '^libs/testing/' },
      to: { path: '^(apps|tools|e2e|bench)/' },
    },
    {
      name: 'product-imports-testing',
      comment: 'only test files may use libs/testing',
      severity: 'error',
      from: { path: '^(apps|libs)/', pathNot: `^libs/testing/|${TESTS}` },
      to: { path: '^libs/testing/' },
    },
    onlyIn('messaging', ['nats']),
    onlyIn('persistence', ['mongodb']),
    onlyIn('http', ['express']),
    onlyIn('egress', ['undici']),
    onlyIn('observability', ['@opentelemetry']),
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
    exclude: { path: '(^|/)dist/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json', '.d.ts'],
    },
  },
};
