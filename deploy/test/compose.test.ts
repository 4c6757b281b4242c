import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DCLinter } from 'dclint';
import { serviceNames } from '@estate/manifests';
import { beforeAll, describe, expect, it } from 'vitest';
import { readCode } from '../src/code.ts';
import { composePrograms, readCompose } from '../src/compose.ts';
import type { Compose } from '../src/compose.ts';
import { factsOf } from '../src/derived/facts.ts';
import { programProblems } from '../src/program.ts';
import type { Code } from '../src/program.ts';
import { COMPOSE } from '../src/secrets.ts';

let code: Code;
beforeAll(async () => {
  code = await readCode(COMPOSE);
});

const problems = (compose: Compose) =>
  composePrograms(compose, code.secrets).flatMap((program) => programProblems(program, code));

describe('docker-compose.yml', () => {
  it('docker-compose.yml is valid by the schema of compose files and the linter', () => {
    const linter = new DCLinter({ rules: {}, quiet: false, debug: false, exclude: [] });
    const lint = (file: string) =>
      linter.lintFiles([file], false).flatMap(({ messages }: { messages: unknown[] }) => messages);
    expect(lint('docker-compose.yml')).toEqual([]);
    const directory = mkdtempSync(join(tmpdir(), 'compose-'));
    const broken = join(directory, 'docker-compose.yml');
    const text = readFileSync('docker-compose.yml', 'utf8').replace('    depends_on:', '    depend_on:');
    writeFileSync(broken, text);
    expect(JSON.stringify(lint(broken))).toContain('must NOT have additional properties');
    rmSync(directory, { recursive: true });
  });

  it('no container of docker-compose.yml that keeps running takes all memory or fills the disk with its log', () => {
    const running = Object.entries(readCompose().services).filter(
      ([, { restart }]) => restart === 'unless-stopped',
    );
    expect(running.length).toBeGreaterThan(15);
    for (const [name, { logging, mem_limit: limit }] of running) {
      expect(logging, name).toEqual({
        driver: 'json-file',
        options: { 'max-size': '10m', 'max-file': '3' },
      });
      expect(limit, name).toMatch(/^\d+[mg]$/);
    }
    for (const service of serviceNames) {
      const { memoryLimit } = factsOf(service);
      expect(`${readCompose().services[service]?.mem_limit ?? ''}i`.toLowerCase()).toBe(
        memoryLimit.toLowerCase(),
      );
    }
  });

  it('docker-compose.yml gives every service the variables it requires and no others', () => {
    expect(problems(readCompose())).toEqual([]);
  });

  it.each([
    ['a misspelt variable', { INTERNAL_PROT: '9090' }, 'INTERNAL_PROT, which it does not read'],
    ['a port that nobody listens on', { INTERNAL_PORT: '9091' }, 'is expected at port 9090'],
    ['a value that the service refuses', { LOG_LEVEL: 'loud' }, 'would not start with its LOG_LEVEL'],
    ['a broker without a password', { NATS_URL: 'nats://nats:4222' }, 'neither user nor password'],
  ])('docker-compose.yml is refused with %s', (_what, environment, complaint) => {
    const compose = readCompose();
    Object.assign(compose.services['catalog']!.environment!, environment);
    expect(problems(compose).join('\n')).toContain(complaint);
  });

  it('docker-compose.yml without the file of secrets or a required variable is rejected', () => {
    const compose = readCompose();
    compose.services['notifier']!.command = ['bin/main.js'];
    delete compose.services['distribution']!.environment!['CATALOG_INTERNAL_URL'];
    const found = problems(compose).join('\n');
    for (const name of ['NATS_URL', 'MONGODB_URI', 'VAULT_KEYS']) {
      expect(found).toContain(`notifier would not start with its ${name}: is required but not set`);
    }
    expect(found).toContain(
      'distribution would not start with its CATALOG_INTERNAL_URL: is required but not set',
    );
  });

  it('docker-compose.yml builds only projects that exist, from one Dockerfile', () => {
    for (const { build } of Object.values(readCompose().services)) {
      if (!build) continue;
      expect(existsSync(`${build.args['PROJECT'] ?? ''}/src/main.ts`)).toBe(true);
      expect(existsSync(build.dockerfile)).toBe(true);
    }
  });

  it('docker-compose.yml mounts only files and volumes that exist, and secrets only where they are needed', () => {
    const { services, volumes } = readCompose();
    for (const [name, { volumes: mounts = [] }] of Object.entries(services)) {
      for (const mount of mounts) {
        const [source = ''] = mount.split(':');
        expect([mount, source.startsWith('./') ? existsSync(source) : source in volumes]).toEqual([
          mount,
          true,
        ]);
        if (!source.endsWith('-secrets') || name === 'prepare') continue;
        const owner = source.slice(0, -'-secrets'.length);
        const mayHave =
          owner === 'operator' ? ['demo'] : owner === 'mongodb' ? ['mongodb', 'mongodb-set-up'] : [owner];
        expect(mayHave).toContain(name);
      }
    }
    const made = services['prepare']!.volumes!.map((mount) => mount.split(':')[0]);
    for (const secret of Object.keys(code.secrets)) expect(made).toContain(secret);
  });

  it('docker-compose.yml runs all containers without privileges on a read-only root', () => {
    for (const [name, service] of Object.entries(readCompose().services)) {
      expect([name, service.read_only, service.security_opt]).toEqual([
        name,
        true,
        ['no-new-privileges:true'],
      ]);
      // Files get their owners here.
      if (name !== 'prepare') expect([name, service.cap_drop]).toEqual([name, ['ALL']]);
    }
  });

  it('docker-compose.yml publishes ports on the loopback address only and waits for dependencies', () => {
    const { services } = readCompose();
    for (const { ports = [] } of Object.values(services)) {
      for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/);
    }
    for (const service of serviceNames) {
      expect(services[service]!.depends_on).toMatchObject({
        'mongodb-set-up': { condition: 'service_completed_successfully' },
        nats: { condition: 'service_healthy' },
      });
    }
    for (const service of serviceNames) expect(Object.keys(services['demo']!.depends_on!)).toContain(service);
  });

  it('docker-compose.yml leaves services the time to end, and busy machines the time to answer a health check', () => {
    const { services, 'x-environment': values } = readCompose();
    const secondsOf = (text = '0s') => Number(/^(\d+)s$/.exec(text)?.[1]);
    for (const service of serviceNames) {
      const graceSeconds = secondsOf(services[service]!.stop_grace_period);
      expect(graceSeconds * 1000).toBeGreaterThan(Number(values['SHUTDOWN_GRACE_MS']) + 2000);
    }
    for (const name of ['mongodb', 'nats'])
      expect(secondsOf(services[name]!.stop_grace_period)).toBeGreaterThanOrEqual(30);
    for (const [name, { healthcheck }] of Object.entries(services)) {
      if (!healthcheck || healthcheck.disable) continue;
      expect([name, secondsOf(healthcheck.timeout) >= 10]).toEqual([name, true]);
    }
  });

  it('docker-compose.yml has no health check that starts Node or mongosh every few seconds', () => {
    const checks = Object.values(readCompose().services).flatMap(
      ({ healthcheck }) => healthcheck?.test ?? [],
    );
    expect(checks.length).toBeGreaterThan(20);
    expect(checks.filter((word) => /\b(node|mongosh)\b/.test(word))).toEqual([]);
  });

  it('docker-compose.yml allows addresses of customers only in the network of the sandbox', () => {
    const { services, networks } = readCompose();
    const subnet = networks['sandbox']?.ipam?.config[0]?.subnet;
    for (const name of ['catalog', 'distribution', 'notifier']) {
      expect(services[name]!.environment!['EGRESS_ALLOWED_NETWORKS']).toBe(subnet);
    }
    for (const name of ['mongodb', 'nats', 'mongodb-set-up'])
      expect(services[name]!.networks).toBeUndefined();
  });
});
