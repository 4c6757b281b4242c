import { existsSync } from 'node:fs';
import { mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { OPERATOR } from '@estate/manifests';
import { freePort } from '@estate/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { blocksOf, placeOf } from './docs/blocks.ts';
import type { Block } from './docs/blocks.ts';
import { problemsOf } from './docs/checks.ts';
import { deadEndsOf } from './docs/prose.ts';
import { fileOf, makePlace, runPage, saveFiles } from './docs/run-page.ts';
import { typeErrorsOf } from './docs/types.ts';
import { START_TIMEOUT_MS, ownWorld } from './support/world.ts';
import type { OwnWorld } from './support/world.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Why a block of these pages that is not marked `run` is not: they are for operators. */
const FOR_OPERATORS: Record<string, string> = {
  'docs/operations.md': 'acts on a production system',
  'docs/security.md': 'acts on a production system',
  'docs/monitoring.md': 'acts on a production system',
  'docs/deployment.md': 'acts on a production system',
  'docs/reliability.md':
    'starts a system of its own and injects faults for minutes; chaos.test.ts runs a short storm',
  'docs/release-notes.md': 'acts on a production system',
};

/** The service that the reader of one page makes. */
const MADE_BY_THE_READER = 'there is no apps/tally';

interface FrontDoor {
  links: Record<string, string>;
  sandbox: { href: string }[];
}

const readPage = async (name: string) => ({ name, text: await readFile(join(ROOT, name), 'utf8') });
const docs = await readdir(join(ROOT, 'docs'), { recursive: true });
const names = [
  'README.md',
  'CONTRIBUTING.md',
  ...docs.filter((one) => one.endsWith('.md')).map((one) => `docs/${one}`),
];
const pages = (await Promise.all(names.sort().map(readPage))).map(({ name, text }) => ({
  name,
  text,
  blocks: blocksOf(name, text).map((block) => forOperators(block)),
}));
/** Each room of the tree introduces itself; what these pages link and name is checked, too. */
const rooms = (await Promise.all(['apps', 'libs', 'tools', 'clients'].map(readmesBelow))).flat();
const blocks = pages.flatMap((page) => page.blocks);
const runs = (block: Block) => ['sh', 'ts', 'js'].includes(block.language) && !block.marks.has('no-run');
const lively = pages.filter((page) => page.blocks.some(runs));

async function readmesBelow(folder: string): Promise<{ name: string; text: string }[]> {
  const inside = await readdir(join(ROOT, folder));
  const readmes = inside.map((room) => `${folder}/${room}/README.md`);
  return Promise.all(readmes.filter((name) => existsSync(join(ROOT, name))).map(readPage));
}

function forOperators(block: Block): Block {
  const reason = FOR_OPERATORS[block.page];
  const isDecided = block.marks.has('run') || block.marks.has('no-run');
  if (reason === undefined || isDecided || !['sh', 'ts'].includes(block.language)) return block;
  return { ...block, marks: new Map([...block.marks, ['no-run', reason]]) };
}

const TEST_OWN = /^(?:\.|line-\d+\.)/;

/** What a page has left in its directory that the project neither has nor ignores. */
async function shownByGit(directory: string): Promise<string[]> {
  const ignored = (await readFile(join(ROOT, '.gitignore'), 'utf8')).split('\n');
  const left = (await readdir(directory)).filter((name) => !TEST_OWN.test(name));
  return left.filter(
    (name) =>
      !existsSync(join(ROOT, name)) && !ignored.includes(`/${name}`) && !ignored.includes(`/${name}/`),
  );
}

describe('every page', () => {
  it.each([...pages, ...rooms].map(({ name, text }) => [name, text]))(
    '%s has only links and paths that exist',
    (name, text) => {
      expect(deadEndsOf(name, text, ROOT).filter((one) => !one.endsWith(MADE_BY_THE_READER))).toEqual([]);
    },
  );
});

describe('every block', () => {
  it.each(pages.filter((page) => page.blocks.length > 0).map((page) => [page.name, page.blocks] as const))(
    'every block of %s is valid in its language',
    (_name, all) => {
      expect(all.flatMap((block) => problemsOf(block, ROOT))).toEqual([]);
    },
  );

  it.each(blocks.filter(({ marks }) => marks.has('no-run')).map((block) => [placeOf(block), block] as const))(
    '%s is not run and states the reason',
    (_place, { marks }) => {
      expect(marks.get('no-run')).toMatch(/\w{3,}/);
    },
  );
});

describe('every page, from top to bottom in one shell against one system', () => {
  let world: OwnWorld;
  let home: string;
  let receiverPort: number;
  const places = new Map<string, string>();

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'estate-docs-'));
    world = await ownWorld('its pages name the users of `npm start`, and operate the whole system');
    receiverPort = await freePort();
    for (const [index, page] of lively.entries()) {
      const directory = join(home, String(index));
      await makePlace(ROOT, directory);
      await saveFiles(adapted(page), { directory, environment: {} });
      places.set(page.name, directory);
    }
  }, START_TIMEOUT_MS);
  afterAll(async () => {
    await world?.close();
    await rm(home, { recursive: true, force: true });
  });

  /** What a page says of the addresses of `npm start` holds for the system that runs here, which is on other ports. */
  const adapted = (page: { name: string; blocks: readonly Block[] }) => {
    const { ports } = world.stack.settings;
    const here = new Map<string, number | string>([
      ['8080', new URL(world.stack.apiUrl).port],
      ['8081', ports.portalPage],
      ['8082', ports.files],
      ['8083', ports.receiver],
      ['8084', ports.marketplace],
      ['8085', ports.mailDrop],
      ['8087', ports.estateSoftware],
      ['2121', ports.portalFtp],
      ['2525', ports.inboxSmtp],
      ['3000', receiverPort],
    ]);
    const at = (text: string) =>
      text.replace(/\b(?:808[0-57]|2121|2525|3000)\b/g, (port) => String(here.get(port)));
    return { name: page.name, blocks: page.blocks.map((block) => ({ ...block, text: at(block.text) })) };
  };

  it('the front door links to every page of the sandbox', async () => {
    const answer = await fetch(`${world.stack.apiUrl}/`, { headers: { accept: 'application/json' } });
    const { links, sandbox } = (await answer.json()) as FrontDoor;
    const addresses = [
      ...Object.values(links).map((path) => `${world.stack.apiUrl}${path}`),
      ...sandbox.map(({ href }) => href),
    ];
    expect(addresses).toHaveLength(11);
    for (const address of addresses) expect((await fetch(address)).status, address).toBe(200);
  });

  it('all programs in the pages compile', () => {
    const files = lively.flatMap((page) =>
      page.blocks
        .filter(({ language }) => language === 'ts')
        .map((block) => join(places.get(page.name) ?? '', fileOf(block) ?? '')),
    );
    expect(files.length).toBeGreaterThan(2);
    expect(typeErrorsOf(files, ROOT)).toEqual([]);
  });

  it.each(lively.map((page) => [page.name, page] as const))(
    'every block of %s runs as it is written',
    async (name, page) => {
      const directory = places.get(name) ?? '';
      const { id, key } = await world.account(name);
      const settings = { ...world.stack.settings, demo: { accountId: id, apiKey: key } };
      await writeFile(join(directory, '.data/settings.json'), JSON.stringify(settings));
      await symlink(world.logs, join(directory, '.data/logs'));
      const environment = { NATS_URL: world.stack.natsUrlOf(OPERATOR), MONGODB_URI: world.stack.mongoUri };
      const problems = await runPage(adapted(page), { directory, environment });
      expect(problems, problems.join('\n')).toEqual([]);
      expect(await shownByGit(directory)).toEqual([]);
    },
  );
});
