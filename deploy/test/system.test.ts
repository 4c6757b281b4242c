import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { connect, headers } from 'nats';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { inspectBroker, listDeadLetters, redriveDeadLetters } from '@estate/messaging';
import { OPERATOR, serviceNames } from '@estate/manifests';
import { connectTransport } from '@estate/messaging/testing';
import { createLogger, createMetrics } from '@estate/observability';
import { startStack } from '@estate/stack';
import type { Stack } from '@estate/stack';
import { eventually, hasNatsServer } from '@estate/testing';
import { readCompose } from '../src/compose.ts';

const START_MS = 120_000;
const PROJECTS = [
  ...serviceNames.map((name) => `apps/${name}`),
  'tools/sandbox',
  'tools/stack',
  'tools/embedded-mongo',
];
const run = promisify(execFile);

describe.skipIf(!hasNatsServer())('the whole system from what its images hold', () => {
  let directory: string;
  let stack: Stack;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'estate-images-'));
    for (const project of PROJECTS) {
      const target = join(directory, 'dist', project);
      execFileSync(process.execPath, ['deploy/docker/lay-out.mjs', project, target], { stdio: 'inherit' });
    }
    // The stack's own broker has the users of production.
    vi.stubEnv('NATS_URL', undefined);
    const dataDirectory = join(directory, 'data');
    stack = await startStack({ root: directory, dataDirectory, port: 0, logLevel: 'warn' });
  }, START_MS);
  afterAll(async () => {
    await stack.stop();
    vi.unstubAllEnvs();
    await rm(directory, { recursive: true, force: true });
  });

  const refusals = async () => {
    const log = await readFile(join(stack.logDirectory, 'nats-server.log'), 'utf8');
    return log.split('\n').filter((line) => /violation|authorization/i.test(line));
  };

  it(
    'the whole system from what its images hold does the main job with every service under its own user of the broker',
    async () => {
      const [user] = stack.ftpUsers;
      const env = {
        API_URL: stack.apiUrl,
        DATA_DIR: directory,
        ESTATE_SOFTWARE_URL: stack.estateSoftwareUrl,
        FILES_URL: stack.filesUrl,
        FTP_HOST: 'localhost',
        FTP_PASSWORD: user?.password ?? '',
        FTP_PORT: String(stack.ftpPort),
        FTP_USER: user?.username ?? '',
        IMPORT_HOST: 'localhost',
        INBOX_DOMAIN: stack.inboxDomain,
        MAIL_DROP_URL: stack.mailDropUrl,
        MARKETPLACE_URL: stack.marketplaceUrl,
        PORTAL_URL: stack.portalUrl,
        RECEIVER_URL: stack.receiverUrl,
      };
      expect(Object.keys(env)).toEqual(Object.keys(readCompose().services['demo']?.environment ?? {}));
      const args = [join(directory, 'dist/tools/stack/bin/main.js'), '--demo-only'];
      const said = await run(process.execPath, args, {
        env: { ...env, OPERATOR_TOKEN: stack.operatorToken },
      });
      expect(said.stdout.match(/ published, accepted /g)).toHaveLength(3);
      expect(said.stdout.match(/\| published /g)).toHaveLength(3);
      expect(
        said.stdout.match(/ \d+ × \S+ +\| succeeded \(200\) /g)?.map((row) => row.split(' |')[0]?.trim()),
      ).toEqual(['3 × property.processing_succeeded', '6 × publication.succeeded', '1 × request.created']);
      // What the demo prints ends up in a log.
      expect(`${said.stdout}${said.stderr}`).not.toContain(stack.operatorToken);
      expect(`${said.stdout}${said.stderr}`).not.toMatch(/rek_live_\w/);
      expect(said.stdout).toContain('docker compose run');
      expect(await refusals()).toEqual([]);
    },
    START_MS,
  );

  it('the operator sees all services of the deployed system', async () => {
    const { host, password: pass } = new URL(stack.natsUrlOf(OPERATOR));
    const inboxPrefix = `_INBOX.${OPERATOR}`;
    const operator = await connect({ servers: host, user: OPERATOR, pass, inboxPrefix });
    const seen = new Set<string>();
    for await (const { name } of await operator.services.client().ping()) seen.add(name);
    const manager = await operator.jetstreamManager();
    const consumers: string[] = [];
    for await (const { config } of manager.consumers.list('FACTS')) consumers.push(config.durable_name ?? '');
    await operator.close();
    await inspectBroker(stack.natsUrlOf(OPERATOR));
    expect([...seen].sort()).toEqual([...serviceNames].sort());
    expect(consumers.sort()).toContain('distribution-on-property-changed');
    expect(await refusals()).toEqual([]);
  });

  it('the operator redrives a dead letter of the deployed system, which becomes a dead letter again', async () => {
    const consumer = 'catalog-on-contact-changed';
    const { host, password: pass } = new URL(stack.natsUrlOf('catalog'));
    const catalog = await connect({ servers: host, user: 'catalog', pass, inboxPrefix: '_INBOX.catalog' });
    const about = headers();
    about.set('original-subject', 'fact.catalog.contact.changed.v1');
    await catalog.jetstream().publish(`dead.${consumer}`, 'not even JSON', { headers: about });
    await catalog.close();
    const log = createLogger({ service: 'rek', level: 'silent' });
    const url = stack.natsUrlOf(OPERATOR);
    const bus = await connectTransport({ url, service: 'rek', log, metrics: createMetrics('rek') });
    expect(await redriveDeadLetters(bus, consumer)).toBe(1);
    const [letter] = await eventually(async () => {
      const letters = await listDeadLetters(bus, 10);
      return letters.length === 1 && letters;
    }, START_MS);
    await bus.close();
    expect(letter).toMatchObject({ consumer, original: 'not even JSON', attempts: 1 });
    expect(letter?.reason).toContain('JSON');
    expect(await refusals()).toEqual([]);
  });
});
