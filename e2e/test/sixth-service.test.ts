import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { freePort } from '@estate/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { START_TIMEOUT_MS } from './support/world.ts';
import { copyWorkspace } from './support/workspace-copy.ts';
import type { WorkspaceCopy } from './support/workspace-copy.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

let copy: WorkspaceCopy;
let stack: ChildProcess | undefined;
let internalUrl: string;
const read = (file: string) => readFileSync(join(copy.root, file), 'utf8');
/** What `nx derive` and `nx derived` run. */
const derive = (...options: string[]) => copy.run('node', 'tools/checks/src/derive.ts', ...options);

beforeAll(async () => {
  copy = copyWorkspace(ROOT);
  copy.run('nx', 'g', '@estate/generators:service', 'tally');
  copy.link('apps/tally');
  derive('--write');
  // The other services do not know it: they are the built ones of the original.
  copy.linkBuilt('tools/stack');
  for (const project of ['apps/tally', 'tools/stack']) copy.run('node', 'tools/stack/bundle.mjs', project);
  const values = ['--values', 'deploy/values/production.yaml', '--directory', '.data/manifests'];
  copy.run('node', 'deploy/src/write-manifests.ts', ...values);
  stack = await start();
  const { ports } = JSON.parse(read('.data/settings.json')) as { ports: Record<string, number> };
  internalUrl = `http://127.0.0.1:${String(ports['tallyInternal'])}`;
}, 2 * START_TIMEOUT_MS);

afterAll(async () => {
  if (stack?.exitCode === null) {
    stack.kill('SIGTERM');
    await once(stack, 'exit');
  }
  copy.remove();
});

/** The whole system of the copy, once it says that it is ready. */
async function start(): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['dist/tools/stack/bin/main.js', '--no-demo'], {
    cwd: copy.root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PORT: String(await freePort()), DATA_DIR: '.data' },
  });
  const lines = createInterface({ input: child.stdout });
  const ready = new Promise<void>((resolve, reject) => {
    lines.on('line', (line) => {
      if (line.startsWith('ready: ')) resolve();
    });
    child.once('exit', (code) => {
      reject(new Error(`The system ended with ${String(code)} before it was ready.`));
    });
  });
  await ready;
  return child;
}

/** A document of the manifests that are written for production. */
const manifest = (name: string) => read(`.data/manifests/${name}.yaml`);

const textOf = async (path: string) => (await fetch(`${internalUrl}${path}`)).text();

describe('a sixth service', () => {
  it('a sixth service is made without a file outside of its folder that is written by hand', () => {
    expect(copy.changed().filter((file) => !file.startsWith('apps/tally/'))).toEqual([
      'deploy/grafana/dashboards/estate-tally.json',
      'deploy/nats/users.conf',
      'deploy/prometheus/prometheus.yml',
      'deploy/src/deployed-services.ts',
      'deploy/values/schema.json',
      'docker-compose.yml',
      'docs/collections.md',
      'docs/configuration.md',
      'docs/message-map.md',
      'libs/contracts/src/index.ts',
      'libs/contracts/src/tally.ts',
      'tools/manifests/package.json',
      'tools/manifests/src/services.ts',
    ]);
  });

  it('a sixth service starts with the others, and its database and the broker let it in', async () => {
    expect(JSON.parse(await textOf('/readyz'))).toMatchObject({
      status: 'ready',
      checks: { store: true, broker: true },
    });
  });

  it('a sixth service has a user at the broker that may answer its operation, a row in the message map, and a password', () => {
    expect(read('deploy/nats/users.conf')).toContain('user: "tally"');
    expect(read('deploy/nats/users.conf')).toContain('"ask.tally.count-entries"');
    expect(read('docs/message-map.md')).toContain('ask.tally.count-entries');
    expect(copy.run('node', 'deploy/src/make-secrets.ts', '--kubernetes')).toContain('NATS_TALLY_PASSWORD');
  });

  it('a sixth service shows metrics with its name, which the table of metrics knows', async () => {
    expect(await textOf('/metrics')).toMatch(/^answers_total\{.*operation="count-entries".*service="tally"/m);
    // What every service exports needs no name in the table.
    expect(read('docs/monitoring.md')).toMatch(/`answers_total` .*\| all /);
  });

  it('a sixth service has a dashboard and is scraped by Prometheus, on one machine and in a cluster', () => {
    const dashboard = JSON.parse(read('deploy/grafana/dashboards/estate-tally.json')) as {
      panels: { title: string }[];
    };
    const titles = dashboard.panels.map(({ title }) => title);
    expect(titles).toEqual(expect.arrayContaining(['Running', 'Answers', 'Process']));
    expect(parse(read('deploy/prometheus/prometheus.yml'))).toMatchObject({
      scrape_configs: expect.arrayContaining([
        { job_name: 'tally', dns_sd_configs: [expect.objectContaining({ names: ['tally'], port: 9090 })] },
      ]) as unknown,
    });
    expect(manifest('monitoring')).toContain('app: tally');
  });

  it('a sixth service is a service of compose with its secrets, and the demo waits for it', () => {
    const { services, volumes } = parse(read('docker-compose.yml')) as {
      services: Record<string, { volumes?: string[]; depends_on?: object; environment?: object }>;
      volumes: object;
    };
    expect(services['tally']).toMatchObject({
      build: { args: { PROJECT: 'apps/tally' } },
      environment: { INTERNAL_PORT: '9090', NODE_ENV: 'production' },
      volumes: ['tally-secrets:/secrets:ro'],
    });
    expect(services['demo']?.depends_on).toHaveProperty('tally');
    expect(services['prepare']?.volumes).toContain('tally-secrets:/secrets/tally-secrets');
    expect(volumes).toHaveProperty('tally-secrets');
  });

  it('a sixth service has its documents in a cluster, and the broker and the database get its passwords', () => {
    const documents = parseAllDocuments(manifest('service-tally'));
    expect(documents.map((document) => document.get('kind'))).toEqual([
      'ServiceAccount',
      'Deployment',
      'Service',
      'PodDisruptionBudget',
      'NetworkPolicy',
      'HorizontalPodAutoscaler',
    ]);
    for (const document of documents) expect(document.getIn(['metadata', 'name'])).toBe('tally');
    expect(manifest('nats')).toContain('key: NATS_TALLY_PASSWORD');
    expect(manifest('mongodb')).toContain('key: MONGODB_TALLY_PASSWORD');
  });

  it('a sixth service passes the checks of compose and of the rendered cluster, as the others do', () => {
    copy.run('vitest', 'run', 'deploy/test/compose.test.ts', 'deploy/test/kubernetes.test.ts');
  });

  it('a sixth service has no generated file that can be edited by hand unnoticed', () => {
    const file = 'deploy/prometheus/prometheus.yml';
    const derived = read(file);
    writeFileSync(join(copy.root, file), derived.replace('job_name: tally', 'job_name: talli'));
    // Every other generated file is what the sources say.
    expect(() => derive()).toThrow(
      `manifests:\n${file} is not what the sources say; write it again with: npx nx derive\n`,
    );
    writeFileSync(join(copy.root, file), derived);
  });

  it('a sixth service is saved and restored with the others', () => {
    const steps = copy.run('node', 'tools/rek/src/main.ts', 'backup', '--json');
    expect(steps).toContain('mongodump');
    expect(steps).toContain('--db tally');
  });

  it('a sixth service passes the linter, its own test, and the check of what is unused or undeclared', () => {
    copy.run('nx', 'run-many', '-t', 'test,lint', '-p', 'tally');
    copy.run('knip', '--no-progress');
  });
});
