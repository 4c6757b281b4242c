import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
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
    expect(restOf('COPY')).toEqual(['--from=build /image/ ./']);
    expect(restOf('RUN')).toEqual([]);
    expect(restOf('USER')).toEqual(['1000:1000']);
    expect(restOf('ENTRYPOINT')).toEqual(['["node", "--enable-source-maps"]']);
    expect(restOf('CMD')).toEqual(['["bin/main.js"]']);
  });

  it('the Dockerfile refers only to files and targets that exist', () => {
    const build = instructions.find(({ name, rest }) => name === 'RUN' && rest.includes('PROJECT'))!.rest;
    const scripts = [...build.matchAll(/node (\S+\.mjs)/g)].map(([, script = '']) => script);
    expect(scripts).toEqual(['deploy/docker/lay-out.mjs']);
    for (const script of scripts) expect(existsSync(script)).toBe(true);
    const { targetDefaults } = JSON.parse(readFileSync('nx.json', 'utf8'));
    expect(targetDefaults.build.outputs).toEqual(['{workspaceRoot}/dist/{projectRoot}']);
    for (const project of ['apps/catalog', 'tools/sandbox', 'tools/stack']) {
      const { targets } = JSON.parse(readFileSync(`${project}/project.json`, 'utf8'));
      expect(targets).toHaveProperty('build');
    }
    expect(build).toContain('npm sbom --workspace "${PROJECT}" --omit dev');
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

  it('an image has a health check', async () => {
    const alive = createServer(
      (request, response) => void response.writeHead(request.url === '/livez' ? 200 : 404).end(),
    );
    await once(alive.listen(0, '127.0.0.1'), 'listening');
    const { port } = alive.address() as AddressInfo;
    const health = async () => {
      const file = join(directory, 'apps/catalog/health.mjs');
      const child = spawn(process.execPath, [file], { env: { INTERNAL_PORT: String(port) } });
      const [code] = await once(child, 'exit');
      return code as number;
    };
    expect(await health()).toBe(0);
    alive.close();
    await once(alive, 'close');
    expect(await health()).toBe(1);
    expect(restOf('HEALTHCHECK').join()).toContain('CMD ["node", "health.mjs"]');
  });
});
