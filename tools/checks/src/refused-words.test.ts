import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ROOT } from './monitoring/root.ts';
import {
  REFUSED_FOR_CUSTOMERS,
  REFUSED_PHRASES,
  proseOf,
  readableOf,
  refusalsIn,
  titlesOf,
} from './refused-words.ts';

/** Not read by people, or the place where refused words are listed. */
const EXEMPT = [
  'docs/glossary.md',
  'tools/checks/src/refused-words.ts',
  'tools/checks/src/refused-words.test.ts',
];
const TEST_SOURCE = /\.(?:test|suite|fixture)\.tsx?$|\/(?:fixtures?|tests?|testing)\//;
const GENERATED = /\/(?:dist|coverage)\//;

const below = (folder: string, ending: RegExp): string[] =>
  existsSync(ROOT + folder)
    ? readdirSync(ROOT + folder, { recursive: true, encoding: 'utf8' })
        .map((name) => `${folder}/${name}`)
        .filter((path) => ending.test(path) && !path.includes('node_modules') && !EXEMPT.includes(path))
    : [];

const projects = (...roots: string[]): string[] =>
  roots.flatMap((root) => readdirSync(ROOT + root).map((name) => `${root}/${name}`));

const pages = (): string[] => [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CODE_OF_CONDUCT.md',
  ...below('docs', /\.md$/),
  ...[...projects('apps', 'libs', 'tools', 'clients'), 'deploy', 'bench']
    .map((folder) => `${folder}/README.md`)
    .filter((path) => existsSync(ROOT + path)),
];

/** Pages of `docs` for operators and developers, and pages whose texts come from messages and settings in the sources. */
const NOT_FOR_CUSTOMERS =
  /^docs\/(?:adr\/|(?:adding-a-service|collections|configuration|deployment|errors|message-map|monitoring|operations|operators|performance|reliability|security)\.md)/;

const pagesForCustomers = (): string[] =>
  pages().filter((path) =>
    path.startsWith('docs/')
      ? !NOT_FOR_CUSTOMERS.test(path)
      : /^(?:README|libs\/client\/README|clients\/\w+\/README)\.md$/.test(path),
  );

const sources = (): string[] =>
  [...projects('apps', 'libs', 'tools', 'clients'), 'bench', 'deploy', 'e2e'].flatMap((folder) =>
    below(folder, /\.(?:tsx?|mjs)$/).filter((path) => !GENERATED.test(path)),
  );

const refused = (
  paths: readonly string[],
  read: (text: string) => string,
  phrases = REFUSED_PHRASES,
): string[] =>
  paths.flatMap((path) =>
    refusalsIn(read(readFileSync(ROOT + path, 'utf8')), phrases).map(
      ({ found, write, line }) => `${path}:${String(line)}: "${found}"; write: ${write}`,
    ),
  );

describe('refused words', () => {
  it('the path /mails is a name, and emails are not called mails', () => {
    expect(refusalsIn('GET /mails/{id} and POST /admin/mails')).toEqual([]);
    expect(refusalsIn('the mails of a target').map(({ write }) => write)).toEqual(['emails']);
  });

  it('pages for readers contain no refused words', () => {
    expect(pages().length).toBeGreaterThan(50);
    expect(refused(pages(), proseOf)).toEqual([]);
  });

  it('pages for customers contain no idioms that a reader may misread', () => {
    expect(pagesForCustomers().length).toBeGreaterThan(40);
    expect(refused(pagesForCustomers(), proseOf, REFUSED_FOR_CUSTOMERS)).toEqual([]);
  });

  it.each([
    'OpenImmo has no place for it.',
    'Its page shows what became of every object.',
    'Data that was on its way.',
    'It comes back as `commercial`.',
    'Unions that `type` tells apart.',
    'A copy leads to nothing.',
    'It returns the file to whoever may read it.',
    'A sign of life of a replica.',
    'The call is answered with 404.',
    'The listings are taken off their platforms.',
    'Calls are retried with growing pauses.',
    'Publish in the name of a user.',
  ])('a page for customers with "%s" is found', (text) => {
    expect(refusalsIn(proseOf(`# Page\n\n${text}\n`), REFUSED_FOR_CUSTOMERS)).toHaveLength(1);
  });

  it('every idiom that is refused for customers has a planted text that finds it', () => {
    expect(REFUSED_FOR_CUSTOMERS).toHaveLength(12);
  });

  it('comments, messages and texts in the sources contain no refused words', () => {
    const product = sources().filter((path) => !TEST_SOURCE.test(path));
    expect(product.length).toBeGreaterThan(500);
    expect(refused(product, readableOf)).toEqual([]);
  });

  it('comments and titles of tests contain no refused words', () => {
    const tests = sources().filter((path) => TEST_SOURCE.test(path));
    expect(tests.length).toBeGreaterThan(300);
    expect(refused(tests, titlesOf)).toEqual([]);
  });

  it('alerts and dashboards contain no refused words', () => {
    const files = [...below('deploy/prometheus/rules', /\.yml$/), ...below('deploy/grafana', /\.json$/)];
    expect(files.length).toBeGreaterThan(5);
    expect(refused(files, (text) => text.replace(/^.*"?expr"?:.*$/gm, ''))).toEqual([]);
  });

  it.each([
    'The database is away.',
    'All promises hold.',
    'Mend the attachment.',
    'It is held back.',
    'Then it is given up.',
    'Mails are sent.',
    'The customer is told.',
    'Failures are repeated.',
    'It fails by our fault.',
    'A shutdown is nobody’s fault.',
    'Something went wrong on our side.',
    'It is out of breath.',
    'Without further ado.',
    'It only rings the bell.',
    'It fails twice as often as it may.',
    'Finds what stands against it.',
    'What no key opens is named.',
    'Somebody changed it meanwhile.',
    'Blueprint',
    'Resend many',
    'It took nothing for five days.',
    'Body of the answer',
    'Says how manieth attempt it is.',
    'Answers are held against the document.',
    'There is one database a service.',
    'An interested person writes.',
    'Check what it logs.',
    'Customers never learn of it.',
    'The behavior of the portal.',
    'The key is recognised.',
  ])('a page, a message, a comment or a title with "%s" is found', (text) => {
    expect(refusalsIn(proseOf(`# Page\n\n${text}\n`))).toHaveLength(1);
    expect(refusalsIn(readableOf(`const message = ${JSON.stringify(`Note: ${text}`)};`))).toHaveLength(1);
    expect(refusalsIn(readableOf(`// ${text}\nconst message = '';`))).toHaveLength(1);
    expect(refusalsIn(titlesOf(`/** ${text} */\nit('holds', () => {});`))).toHaveLength(1);
    expect(refusalsIn(titlesOf(`it.each([1])('${text}', () => {});`))).toHaveLength(1);
  });

  it('every refused phrase has a planted text that finds it', () => {
    expect(REFUSED_PHRASES).toHaveLength(29);
  });

  it('code, links, names and the data of tests may contain refused words', () => {
    const page = 'See `promise` and [it](promises.md).\n\n```sh\nnpx rek mails list\n```\n';
    expect(refusalsIn(proseOf(page))).toEqual([]);
    const source = "const name = 'promises'; /* `mails` */ const url = `a b ${mails}`;";
    expect(refusalsIn(readableOf(source))).toEqual([]);
    expect(refusalsIn(titlesOf("it('holds', () => send('All mails are told'));"))).toEqual([]);
  });
});
