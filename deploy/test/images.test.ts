import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readCompose } from '../src/compose.ts';
import { lastStage, parseDockerfile } from '../src/dockerfile.ts';

const text = readFileSync('deploy/docker/Dockerfile', 'utf8');
const instructions = parseDockerfile(text);
const image = lastStage(instructions);
const restOf = (name: string) => image.filter((one) => one.name === name).map(({ rest }) => rest);

const directory = mkdtempSync(join(tmpdir(), 'images-'));
afterAll(() => rmSync(directory, { recursive: true }));

/** What an image of a project holds. */
function laidOut(project: string): string {
  const target = join(directory, project);
  execFileSync(process.execPath, ['deploy/docker/lay-out.mjs', project, target]);
  return target;
}

describe('the Dockerfile', () => {
  it('an image contains only the laid-out files and runs as an unprivileged user', () => {
    expect(restOf('COPY')).toEqual(['--from=build /images/${PROJECT}/ ./']);
    expect(restOf('RUN')).toEqual([]);
    expect(restOf('USER')).toEqual(['1000:1000']);
    expect(restOf('ENTRYPOINT')).toEqual(['["node", "--enable-source-maps"]']);
    expect(restOf('CMD')).toEqual(['["bin/main.js"]']);
  });

  it('the Dockerfile refers only to files and targets that exist', () => {
    const runs = instructions.filter(({ name }) => name === 'RUN').map(({ rest }) => rest);
    const build = runs.join('\n');
    const scripts = [...build.matchAll(/node (\S+\.mjs)/g)].map(([, script = '']) => script);
    expect(scripts.toSorted()).toEqual(['deploy/docker/lay-out.mjs', 'deploy/docker/pin-base.mjs']);
    for (const script of scripts) expect(existsSync(script)).toBe(true);
    const { targetDefaults } = JSON.parse(readFileSync('nx.json', 'utf8'));
    expect(targetDefaults.build.outputs).toEqual(['{workspaceRoot}/dist/{projectRoot}']);
    for (const project of ['apps/catalog', 'tools/sandbox', 'tools/stack']) {
      const { targets } = JSON.parse(readFileSync(`${project}/project.json`, 'utf8'));
      expect(targets).toHaveProperty('build');
    }
    expect(build).toContain('nx run-many -t build');
  });

  it('an image says its version and revision, which its services show in their metrics', () => {
    const labels = restOf('LABEL').join(' ');
    for (const [name, value] of [
      ['title', 'PROJECT'],
      ['version', 'VERSION'],
      ['revision', 'REVISION'],
    ])
      expect(labels).toContain(`org.opencontainers.image.${name}="\${${value}}"`);
    expect(labels).toContain('org.opencontainers.image.licenses="Apache-2.0"');
    expect(restOf('ENV').join()).toContain('BUILD_VERSION=${VERSION}');
  });

  it('a release is refused on a base image without a digest; other versions are not', () => {
    const [refuse = ''] = instructions.flatMap(({ name, rest }) =>
      name === 'RUN' && rest.includes('@sha256:') ? [rest] : [],
    );
    const tag = `node:${process.versions.node}-slim`;
    const status = (VERSION: string, NODE: string) =>
      spawnSync('sh', ['-c', refuse], { env: { VERSION, NODE } }).status;
    expect(status('1.2.3', `${tag}@sha256:${'0'.repeat(64)}`)).toBe(0);
    expect(status('unreleased', tag)).toBe(0);
    expect(status('1.2.3-try', tag)).toBe(0);
    expect(status('1.2.3', tag)).toBe(1);
  });

  it('a command pins the base image by the digest of its tag, in the Dockerfile and in docker-compose.yml', () => {
    const root = mkdtempSync(join(directory, 'pinned-'));
    mkdirSync(join(root, 'deploy/docker'), { recursive: true });
    const files = ['deploy/docker/Dockerfile', 'docker-compose.yml'];
    for (const file of files) cpSync(file, join(root, file));
    const pin = (digest: string) => {
      const answer = JSON.stringify([`node@${digest}`]);
      writeFileSync(join(root, 'docker'), `#!/bin/sh\n[ "$1" = pull ] || echo '${answer}'\n`, {
        mode: 0o755,
      });
      const env = { PATH: `${root}:${process.env['PATH'] ?? ''}` };
      const script = resolve('deploy/docker/pin-base.mjs');
      return spawnSync(process.execPath, [script], { cwd: root, env }).status;
    };
    const named = (digest: string) =>
      files.map((file) =>
        readFileSync(join(root, file), 'utf8').includes(`:${process.versions.node}-slim@${digest}\n`),
      );
    for (const digit of ['a', 'b']) {
      expect(pin(`sha256:${digit.repeat(64)}`)).toBe(0);
      expect(named(`sha256:${digit.repeat(64)}`)).toEqual([true, true]);
    }
    expect(pin('latest')).toBe(1);
    expect(named(`sha256:${'b'.repeat(64)}`)).toEqual([true, true]);
  });

  it('all images are built by one stage, which does not depend on the project', () => {
    const stage = instructions.filter((one) => one.stage === 0);
    expect(stage.filter(({ name, rest }) => name === 'ARG' && rest.startsWith('PROJECT'))).toEqual([]);
    const compose = readCompose();
    const projects = Object.values(compose.services).flatMap(({ build }) => build?.args['PROJECT'] ?? []);
    const services = readdirSync('apps').filter((name) => existsSync(`apps/${name}/src/manifest.ts`));
    const built = [...services.map((name) => `apps/${name}`), 'tools/sandbox', 'tools/stack'];
    expect([...new Set(projects)].toSorted()).toEqual(built.toSorted());
  });

  it('the Docker context excludes unneeded files', () => {
    const ignored = readFileSync('.dockerignore', 'utf8').split('\n');
    for (const one of ['**/node_modules', '**/dist', '.data', '.git', '**/.env*'])
      expect(ignored).toContain(one);
    for (const needed of ['deploy', 'tools', 'package-lock.json', '.npmrc'])
      expect(ignored).not.toContain(needed);
  });
});

describe('an image', () => {
  // That the services and the sandbox start from theirs is shown by the whole system in system.test.ts.
  it('the image of the demo starts on its own', () => {
    const root = laidOut('tools/stack');
    const args = ['bin/main.js', '--demo-only'];
    const started = spawnSync(process.execPath, args, { cwd: root, env: {}, encoding: 'utf8' });
    expect(started.stderr).toContain('DATA_DIR is required but not set');
  });

  it('an image contains only the packages with native parts that its bundle uses, in their locked versions', () => {
    const named = (project: string) => {
      const modules = join(laidOut(project), 'node_modules');
      return existsSync(modules) ? readdirSync(modules) : [];
    };
    expect(named('apps/catalog')).toEqual(expect.arrayContaining(['sharp', '@img']));
    expect(named('apps/distribution')).toEqual(expect.arrayContaining(['sharp', 'xmllint-wasm']));
    expect(named('apps/catalog')).not.toContain('xmllint-wasm');
    for (const project of ['apps/api-gateway', 'apps/inbox', 'apps/notifier'])
      expect(named(project)).toEqual([]);
    const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
    for (const name of ['sharp', 'detect-libc']) {
      const file = join(directory, 'apps/catalog/node_modules', name, 'package.json');
      expect(JSON.parse(readFileSync(file, 'utf8')).version).toBe(packages[`node_modules/${name}`].version);
    }
  });

  it('the bill of materials of an image lists what is bundled, what has native parts, and its version', () => {
    const target = join(directory, 'listed');
    const env = { ...process.env, VERSION: '1.2.3', REVISION: 'abc' };
    execFileSync(process.execPath, ['deploy/docker/lay-out.mjs', 'apps/distribution', target], { env });
    const bill = JSON.parse(readFileSync(join(target, 'sbom.cdx.json'), 'utf8')) as {
      metadata: { component: object };
      components: { name: string; version: string; purl: string; licenses?: object[] }[];
    };
    expect(bill.metadata.component).toMatchObject({ name: 'distribution', version: '1.2.3' });
    const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
    const names = bill.components.map(({ name }) => name);
    // Some are also needed by tests alone, in other projects.
    for (const name of ['mongodb', 'nats', 'zod', 'sharp', 'xmllint-wasm']) {
      expect(names, name).toContain(name);
    }
    const inbox = readFileSync(join(laidOut('apps/inbox'), 'sbom.cdx.json'), 'utf8');
    expect(inbox).toContain('"name": "fast-xml-parser"');
    for (const name of ['vitest', 'nx', 'esbuild', 'playwright-core']) expect(names).not.toContain(name);
    const mongodb = bill.components.find(({ name }) => name === 'mongodb')!;
    const { version } = packages['node_modules/mongodb'];
    expect(mongodb).toMatchObject({ version, purl: `pkg:npm/mongodb@${version}` });
    expect(existsSync(join(target, 'packages.json'))).toBe(false);
  });

  it('the health check of an image answers for the path and the port that it is asked for', async () => {
    const alive = createServer(
      (request, response) => void response.writeHead(request.url === '/livez' ? 200 : 404).end(),
    );
    await once(alive.listen(0, '127.0.0.1'), 'listening');
    const { port } = alive.address() as AddressInfo;
    const health = async (...asked: string[]) => {
      const child = spawn('bash', [join(laidOut('apps/catalog'), 'health.sh'), ...asked], {
        env: { INTERNAL_PORT: String(port) },
        stdio: 'ignore',
      });
      const [code] = await once(child, 'exit');
      return code as number;
    };
    expect(await health()).toBe(0);
    expect(await health(String(port), '/livez')).toBe(0);
    expect(await health(String(port), '/health')).toBe(1);
    alive.close();
    await once(alive, 'close');
    expect(await health()).toBe(1);
    expect(restOf('HEALTHCHECK').join()).toContain('CMD ["bash", "health.sh"]');
  });
});
