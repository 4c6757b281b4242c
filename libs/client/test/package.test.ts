import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { VERSION } from '../src/index.ts';
import { refusal, startFakeService } from './fake-service.ts';

const run = promisify(execFile);
const CLIENT = fileURLToPath(new URL('..', import.meta.url));
const MODULES = fileURLToPath(new URL('../../../node_modules', import.meta.url));
const BUILD = join(CLIENT, 'build.mjs');
const KEY = 'whsec_test';

let folder: string;
const installed = () => join(folder, 'node_modules/@estate/client');

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'estate-client-'));
  const built = join(folder, 'built');
  await run(process.execPath, [BUILD, built]);
  await run('npm', ['pack', '--silent', '--offline', '--pack-destination', folder], { cwd: built });
  mkdirSync(installed(), { recursive: true });
  await run('tar', [
    '-xzf',
    join(folder, `estate-client-${VERSION}.tgz`),
    '--strip-components=1',
    '-C',
    installed(),
  ]);
  rmSync(built, { recursive: true });
  cpSync(join(CLIENT, 'examples'), join(folder, 'examples'), { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  mkdirSync(join(folder, 'node_modules/@types'), { recursive: true });
  for (const name of ['express', '@types/node', '@types/express', '@types/express-serve-static-core']) {
    symlinkSync(join(MODULES, name), join(folder, 'node_modules', name));
  }
  const settings = {
    compilerOptions: {
      target: 'ES2022',
      module: 'NodeNext',
      strict: true,
      exactOptionalPropertyTypes: true,
      types: ['node'],
      rootDir: join(folder, 'examples'),
      outDir: join(folder, 'out'),
    },
    include: ['examples'],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('the package that customers install', () => {
  it('the package that customers install needs no other package, neither to run nor for its types', () => {
    const manifest = JSON.parse(readFileSync(join(installed(), 'package.json'), 'utf8')) as object;
    expect(manifest).not.toHaveProperty('dependencies');
    expect(manifest).not.toHaveProperty('private');
    for (const file of ['index.js', 'contract-types.d.ts', 'resources.d.ts', 'client.d.ts']) {
      expect(readFileSync(join(installed(), file), 'utf8')).not.toMatch(/from ["'][^.]|: any\b/);
    }
  });

  it.each(['index.js', 'index.cjs'])(
    'the package that customers install stays small enough for a page: %s',
    (file) => {
      expect(readFileSync(join(installed(), file)).length).toBeLessThan(30_000);
    },
  );

  it('the package that customers install has no problem that publint knows', async () => {
    const { messages, pkg } = await publint({ pkgDir: installed(), strict: true, pack: false });
    // Where its sources are is known to who publishes it; see REPOSITORY_URL.
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  });

  it('the types of the package fit its modules however it is imported', async () => {
    const tarball = readFileSync(join(folder, `estate-client-${VERSION}.tgz`));
    const checked = await checkPackage(createPackageFromTarballData(tarball));
    expect(checked.types).not.toBe(false);
    expect('problems' in checked ? checked.problems : 'no types').toEqual([]);
  });

  it('the package names the repository that it is published from, if that is known', async () => {
    const url = 'git+https://git.example.org/estate.git';
    const program = `import { manifest } from ${JSON.stringify(BUILD)}; console.log(JSON.stringify(manifest()));`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program], {
      env: { ...process.env, REPOSITORY_URL: url },
    });
    const { repository, ...others } = JSON.parse(stdout) as { repository: unknown };
    expect(repository).toEqual({ type: 'git', url, directory: 'libs/client' });
    // The one that was built has nothing else, and no repository.
    expect(JSON.parse(readFileSync(join(installed(), 'package.json'), 'utf8'))).toEqual(others);
  });

  it('the package says the version that it sends in its User-Agent', async () => {
    const { version } = JSON.parse(readFileSync(join(installed(), 'package.json'), 'utf8')) as {
      version: string;
    };
    expect(VERSION).toBe(version);
    expect(readFileSync(join(installed(), 'CHANGELOG.md'), 'utf8')).toContain(`## ${version}\n`);
  });
});

const NAMES =
  'ApiError Client ConnectionError SERVICE_VERSION VERSION WebhookError etagOf isApiError readWebhook ' +
  'readWebhookRequest signWebhook verifyWebhook';

/** The Node of the system, which can be another one than the pinned. */
const SYSTEM_NODE = (process.env['PATH'] ?? '')
  .split(delimiter)
  .map((directory) => join(directory, 'node'))
  .find((file) => existsSync(file) && !file.includes('node_modules'));

/** The program of an optional package; undefined where npm has none for this machine. */
function programOf(...names: string[]): string | undefined {
  return names.map((name) => join(MODULES, name)).find((file) => existsSync(file));
}

/** Where the set-up of the tests keeps the versions of Node that the project itself does not run on. */
const NODES = join(MODULES, '.cache/nodes');
function nodeOf(major: number): string | undefined {
  const versions = existsSync(NODES) ? readdirSync(NODES) : [];
  const version = versions.find((name) => name.startsWith(`${String(major)}.`));
  return version === undefined ? undefined : join(NODES, version, 'node');
}

const RUNTIMES: [string, string | undefined, string[]][] = [
  ['the pinned Node', process.execPath, []],
  ['the Node of the system', SYSTEM_NODE, []],
  ['Node 22', nodeOf(22), []],
  ['Node 24', nodeOf(24), []],
  [
    'Deno',
    programOf('@deno/linux-x64-glibc/deno', '@deno/linux-arm64-glibc/deno'),
    ['run', '-A', '--no-lock', '--cached-only'],
  ],
  ['Bun', programOf('@oven/bun-linux-x64/bin/bun', '@oven/bun-linux-aarch64/bin/bun'), []],
];

describe('the runtimes that customers have', () => {
  it('every runtime is there in CI', () => {
    if (process.env['CI'] !== 'true') return;
    expect(RUNTIMES.filter(([, program]) => program === undefined)).toEqual([]);
  });

  describe.each(RUNTIMES)('%s', (_name, program, args) => {
    it.skipIf(program === undefined).each(['journey.mjs', 'journey.cjs'])(
      'every runtime lists, creates once, retries, keeps to its time limit and verifies a webhook: %s',
      async (file) => {
        let attempts = 0;
        const service = await startFakeService(({ method, path, query }) => {
          if (path === '/account') return undefined;
          if (method === 'POST') {
            attempts += 1;
            return attempts === 1
              ? refusal(503, 'service-unavailable')
              : { status: 201, body: { id: 'contact-1' } };
          }
          const isSecond = query['startAfter'] !== undefined;
          return { body: { hasMore: !isSecond, data: [{ id: (isSecond ? '2' : '1').repeat(20) }] } };
        });
        for (const part of [file, 'journey-steps.cjs'])
          cpSync(join(CLIENT, 'test', part), join(folder, part));
        const { stdout } = await run(program ?? '', [...args, join(folder, file), service.url], {
          cwd: folder,
        });
        expect(JSON.parse(stdout)).toEqual({
          names: NAMES.split(' '),
          listed: ['1'.repeat(20), '2'.repeat(20)],
          created: 'contact-1',
          aborted: 'AbortError',
          timedOut: 'timed-out',
          refused: 'wrong_signature',
          event: 'request.created',
        });
        const keys = service.received
          .filter(({ method }) => method === 'POST')
          .map(({ headers }) => headers['idempotency-key']);
        expect(keys).toEqual([keys[0], keys[0]]);
        expect(service.received[0]?.headers['user-agent']).toMatch(
          new RegExp(`^journey/1 estate-client/${RegExp.escape(VERSION)}`),
        );
        await service.close();
      },
    );
  });
});

describe('the examples', () => {
  const children: ChildProcess[] = [];
  afterAll(() => {
    for (const child of children) child.kill();
  });

  /** Compiles strictly against the package alone, its declarations included. */
  beforeAll(async () => {
    const compiler = join(MODULES, 'typescript/bin/tsc');
    const compiled = run(process.execPath, [compiler, '-p', join(folder, 'tsconfig.json')]);
    await compiled.catch((error: { stdout?: string }) => {
      throw new Error(`the examples do not compile:\n${String(error.stdout)}`);
    });
  });

  async function start(name: string, env: Record<string, string> = {}) {
    const child = spawn(process.execPath, [join(folder, `out/${name}.js`)], {
      env: { PATH: process.env['PATH'], SIGNING_KEY: KEY, PORT: '0', ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(child);
    const lines = createInterface(child.stdout);
    const [first] = (await once(lines, 'line')) as [string];
    const { port } = JSON.parse(first.slice(first.indexOf('{'))) as { port: number };
    return {
      url: `http://127.0.0.1:${String(port)}`,
      nextLine: async () => String((await once(lines, 'line'))[0]),
    };
  }

  function deliver(url: string, eventName: string, eventPayload: unknown, key = KEY) {
    const body = JSON.stringify({
      eventId: '0123456789abcdefghij',
      eventName,
      eventPayload,
      eventTime: '2026-11-01T08:30:00.000Z',
    });
    const t = String(Math.floor(Date.now() / 1000));
    const v1 = createHmac('sha256', key).update(`${t}.${body}`).digest('hex');
    const headers = { 'content-type': 'application/json', 'service-signature': `t=${t}, v1=${v1}` };
    return fetch(url, { method: 'POST', body, headers });
  }

  it('the examples for Express takes genuine deliveries and refuses others', async () => {
    const receiver = await start('express');
    const line = receiver.nextLine();
    const payload = { prospect: { email: 'jana@example.com' } };
    expect((await deliver(`${receiver.url}/hooks`, 'request.created', payload)).status).toBe(204);
    expect(await line).toBe('jana@example.com asks');
    const forged = await deliver(`${receiver.url}/hooks`, 'request.created', payload, 'whsec_other');
    expect([forged.status, await forged.text()]).toEqual([400, 'wrong_signature']);
  });

  it('the examples for plain Node publishes what was processed, once', async () => {
    const service = await startFakeService(({ method }) =>
      method === 'GET' ? { body: [{ id: 'target-1' }] } : { status: 201, body: { id: 'listing-1' } },
    );
    const receiver = await start('node', { SERVICE_URL: service.url, API_KEY: 'rek_live_x' });
    const line = receiver.nextLine();
    for (let round = 0; round < 2; round += 1) {
      const answer = await deliver(receiver.url, 'property.processing_succeeded', { id: 'property-1' });
      expect(answer.status).toBe(204);
    }
    expect(await line).toBe('queued listing listing-1');
    expect((await deliver(receiver.url, 'publication.failed', {}, 'whsec_other')).status).toBe(400);
    const created = service.received.filter(({ method }) => method === 'POST');
    expect(created.map(({ body }) => body)).toEqual([{ propertyId: 'property-1', targetId: 'target-1' }]);
    await service.close();
  });
});
