// The commands of the container engine and of compose.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';

const PROJECT = 'estate';

/** Runs a program. @throws Error with what it said when it fails */
export function run(program, args, { show = false, input } = {}) {
  const out = show ? 'inherit' : 'pipe';
  const env = { ...process.env, DOCKER_BUILDKIT: '1' };
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    encoding: 'utf8',
    stdio: [input ?? 'ignore', out, out],
    env,
  });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed: ${error?.message ?? stderr ?? ''}`);
  return (stdout ?? '').trim();
}

export const docker = (args, options) => run('docker', args, options);
export const can = (program, args) => spawnSync(program, args, { stdio: 'ignore' }).status === 0;

export const composeFile = () => parse(readFileSync('docker-compose.yml', 'utf8'));

/** What compose 1, which Debian 12 has, refuses. */
function forCompose1() {
  const { name: _name, ...rest } = composeFile();
  for (const service of Object.values(rest.services)) delete service.pull_policy;
  const directory = mkdtempSync(join(tmpdir(), 'estate-compose-'));
  process.once('exit', () => rmSync(directory, { recursive: true }));
  const file = join(directory, 'compose.json');
  writeFileSync(file, JSON.stringify(rest));
  return file;
}

/** The command of compose, as a plugin of the engine or as a program of its own; undefined when there is none. */
export function findCompose() {
  if (can('docker', ['compose', 'version'])) return (...args) => docker(['compose', ...args]);
  if (!can('docker-compose', ['version'])) return undefined;
  const general = ['--project-directory', '.', '--project-name', PROJECT, '--file', forCompose1()];
  return (...args) => run('docker-compose', [...general, ...args]);
}

/** The containers of a service of compose that run, or all of them, each as the format says. */
export function containersOf(service, format, { ended = false } = {}) {
  const labels = [`com.docker.compose.project=${PROJECT}`, `com.docker.compose.service=${service}`];
  const filters = labels.flatMap((label) => ['--filter', `label=${label}`]);
  const ids = docker(['ps', '--quiet', ...(ended ? ['--all'] : []), ...filters])
    .split('\n')
    .filter(Boolean);
  return ids.map((id) => docker(['inspect', '--format', format, id]));
}
