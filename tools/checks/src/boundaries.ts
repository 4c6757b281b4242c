import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tagViolations } from './tag-rules.ts';
import type { Graph } from './tag-rules.ts';

const CONFIG = '.dependency-cruiser.cjs';
const PLANTED = ['service-imports-service', 'domain-is-pure'];

const run = (args: readonly string[], cwd = process.cwd()) =>
  spawnSync(process.execPath, args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, NX_DAEMON: 'false', NX_TUI: 'false' },
  });

const CRUISER = join(process.cwd(), 'node_modules/.bin/depcruise');

function projectGraph(): Graph {
  const directory = mkdtempSync(join(tmpdir(), 'graph-'));
  const file = join(directory, 'graph.json');
  const made = run(['node_modules/nx/dist/bin/nx.js', 'graph', `--file=${file}`]);
  if (made.status !== 0)
    throw new Error(`The project graph could not be built:\n${made.stdout}${made.stderr}`);
  const { graph } = JSON.parse(readFileSync(file, 'utf8')) as { graph: Graph };
  rmSync(directory, { recursive: true });
  return graph;
}

/** The canary: the planted violations must be found, or the rules check nothing. */
function canary(): string[] {
  const found = run(
    [CRUISER, '--config', join(process.cwd(), CONFIG), '--output-type', 'err', 'apps'],
    'tools/checks/fixtures',
  );
  return PLANTED.filter((rule) => found.status === 0 || !found.stdout.includes(rule)).map(
    (rule) => `the planted violation of ${rule} was not found`,
  );
}

const cruised = run([CRUISER, '--config', CONFIG, '--output-type', 'err', 'apps', 'libs']);
const problems = [
  ...tagViolations(projectGraph()),
  ...canary(),
  ...(cruised.status === 0 ? [] : [`${cruised.stdout}${cruised.stderr}`]),
];
process.stdout.write(problems.length === 0 ? 'boundaries hold\n' : `boundaries:\n${problems.join('\n')}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
