import { execFile, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from './monitoring/root.ts';

const run = promisify(execFile);
const RELEASE = join(ROOT, '.ci/release');
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };

const HAS_PYTHON_BUILD = spawnSync('pyproject-build', ['--version']).status === 0;
const isCheckout = existsSync(join(ROOT, '.git'));
const status = async (): Promise<string> =>
  (await run('git', ['status', '--porcelain'], { cwd: ROOT })).stdout;

it('a release is tested in a checkout in CI', () => {
  if (process.env['CI'] === 'true') expect(isCheckout).toBe(true);
});

it.skipIf(!isCheckout)(
  'a dry run of a release shows the new versions and the changelog, and changes nothing',
  async () => {
    const before = await status();
    const { stdout, stderr } = await run(RELEASE, ['version', '99.1.0', '--dry-run'], {
      cwd: ROOT,
      maxBuffer: 2 ** 26,
      env: { ...process.env, FORCE_COLOR: '0' },
    });
    const printed = stdout + stderr;
    const changed = [...printed.matchAll(/^UPDATE (\S+)/gm)].map(([, path]) => path);
    expect(changed).toEqual(
      expect.arrayContaining([
        'package.json',
        'package-lock.json',
        'libs/client/package.json',
        'libs/client/src/version.ts',
        'libs/client/CHANGELOG.md',
        'clients/cli/package.json',
        'clients/php/composer.json',
        'clients/php/src/Transport.php',
        'clients/python/pyproject.toml',
        'clients/python/estate_client/transport.py',
        'docs/release-notes.md',
        'libs/contracts/wire-released.json',
        'tools/checks/src/accepted-changes.ts',
      ]),
    );
    expect(printed).toMatch(/^\+ ## Version 99\.1\.0$/m);
    expect(printed).toMatch(/^(?:CREATE|UPDATE) CHANGELOG\.md/m);
    expect(printed).toMatch(/^\+ #+ 99\.1\.0 \(/m);
    expect(printed).toMatch(/^\+ ### Fixes$/m);
    expect(await status()).toBe(before);
  },
);

it('a release refuses a step that it does not know', async () => {
  await expect(run(RELEASE, ['ship'], { cwd: ROOT })).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^usage: \.ci\/release version VERSION/) as string,
  });
});

describe('the packages of a release', () => {
  let folder: string;
  const packed = () => join(folder, 'release');
  const project = () => join(folder, 'project');
  const inProject = async (program: string, args: readonly string[]): Promise<string> =>
    (
      await run(program, args, { cwd: project(), env: { PATH: process.env['PATH'] ?? '', HOME: folder } })
    ).stdout.trim();

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'estate-release-'));
    await run(RELEASE, ['pack', packed()], { cwd: ROOT });
    mkdirSync(project());
    writeFileSync(join(project(), 'package.json'), '{"private":true}');
    const tarballs = readdirSync(packed()).filter((name) => name.endsWith('.tgz'));
    await inProject('npm', [
      'install',
      '--offline',
      '--no-audit',
      '--no-fund',
      ...tarballs.map((name) => join(packed(), name)),
    ]);
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it('the packages and the chart of a release have its version, and nothing that is private', () => {
    const files = readdirSync(packed()).filter(
      (name) => !/^estate[-_]client-.*(?:\.whl|\.tar\.gz)$/.test(name),
    );
    expect(files.toSorted()).toEqual([
      'charts',
      `estate-${version}-${process.platform}-${process.arch}`,
      `estate-cli-${version}.tgz`,
      `estate-client-${version}.tgz`,
    ]);
    expect(readFileSync(join(packed(), 'charts/estate/Chart.yaml'), 'utf8')).toMatch(
      new RegExp(`^version: "?${RegExp.escape(version)}"?$`, 'm'),
    );
    for (const name of ['client', 'cli']) {
      const manifest = JSON.parse(
        readFileSync(join(project(), 'node_modules/@estate', name, 'package.json'), 'utf8'),
      ) as object;
      expect(manifest).toMatchObject({ name: `@estate/${name}`, version, license: 'Apache-2.0' });
      expect(manifest).not.toHaveProperty('private');
      expect(manifest).not.toHaveProperty('dependencies');
      expect(existsSync(join(project(), 'node_modules/@estate', name, 'LICENSE'))).toBe(true);
    }
  });

  it('the command runs in an empty project that has installed its package', async () => {
    expect(await inProject('npx', ['--no-install', 'estate', '--version'])).toBe(version);
    expect(await inProject('npx', ['--no-install', 'estate', 'complete', '--', 'listings', 'ret'])).toBe(
      'retry',
    );
  });

  it('the command is also one program that needs no Node', async () => {
    const program = join(packed(), `estate-${version}-${process.platform}-${process.arch}`);
    const env = { PATH: '', XDG_CONFIG_HOME: folder };
    expect(await run(program, ['--version'], { env })).toEqual({ stdout: `${version}\n`, stderr: '' });
    const called = run(program, ['properties', 'list'], {
      env: { ...env, ESTATE_URL: 'http://127.0.0.1:1', ESTATE_API_KEY: 'rek_live_x' },
    });
    await expect(called).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('could not be reached') as string,
    });
  });

  it('the client is imported and required in an empty project that has installed its package', async () => {
    const imported = "import { VERSION } from '@estate/client'; console.log(VERSION)";
    expect(await inProject(process.execPath, ['--input-type=module', '--eval', imported])).toBe(version);
    expect(await inProject(process.execPath, ['--print', "require('@estate/client').VERSION"])).toBe(version);
  });

  it('the tools that build the Python client are there in CI', () => {
    if (process.env['CI'] === 'true') expect(HAS_PYTHON_BUILD).toBe(true);
  });

  it.skipIf(!HAS_PYTHON_BUILD)('the wheel of the Python client has all that the client needs', async () => {
    const named = (pattern: RegExp) => readdirSync(packed()).filter((name) => pattern.test(name));
    const wheels = named(/\.whl$/);
    expect(wheels).toEqual([`estate_client-${version}-py3-none-any.whl`]);
    expect(named(/^estate[-_]client-.*\.tar\.gz$/)).toHaveLength(1);
    const modules = join(folder, 'modules');
    await run('python3', ['-m', 'zipfile', '--extract', join(packed(), wheels[0] ?? ''), modules]);
    expect(existsSync(join(modules, 'estate_client/py.typed'))).toBe(true);
    const program =
      'import estate_client.transport as t, estate_client; estate_client.Client("http://localhost", "rek_live_x"); print(t.VERSION)';
    const env = { PATH: process.env['PATH'], PYTHONPATH: modules, PYTHONDONTWRITEBYTECODE: '1' };
    expect((await run('python3', ['-c', program], { cwd: folder, env })).stdout.trim()).toBe(version);
  });
});
