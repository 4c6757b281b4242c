import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { findProperty, findTargetByEmail, noteInquiry } from '@estate/contracts';
import type { InputOf } from '@estate/contracts';
import { loadConfig } from '@estate/config';
import { answer, consume, onAny, serveAnswers } from '@estate/messaging';
import type { AnyMessage } from '@estate/messaging';
import { connectTransport } from '@estate/messaging/testing';
import type { Transport } from '@estate/messaging/testing';
import { createLogger, createMetrics } from '@estate/observability';
import { newId } from '@estate/persistence';
import { startService } from '@estate/runtime';
import type { RunningService } from '@estate/runtime';
import { freshDatabase, startGuardedBroker, startMongo } from '@estate/testing';
import { InboxConfig } from '../src/config.ts';
import { inbox } from '../src/service.ts';
import { DistinctMessages } from './distinct-messages.ts';

export const DOMAIN = 'requests.example.org';
export const ACCOUNT = newId();
const log = createLogger({ service: 'test', level: 'silent' });

export interface Stage {
  bus: Transport;
  env: Record<string, string>;
  /** Each message once. */
  published: readonly AnyMessage[];
  /** Each fact once. */
  facts: readonly AnyMessage[];
  /** What the inbox has noted in the distribution. */
  inquiries: readonly InputOf<typeof noteInquiry>[];
  caller: { accountId: string; requestId: string };
  /** The target with this request address, made when it is first asked for. */
  target(emailId?: string, accountId?: string): { targetId: string; address: string };
  /** The report address of a new target. */
  reportAddress(): { targetId: string; address: string };
  properties: Map<string, string>;
  start(env?: Record<string, string>): Promise<RunningService>;
  /** The same in a process of its own, which can be killed. */
  startProcess(env: Record<string, string>): Promise<ChildProcess>;
  close(): Promise<void>;
}

/** A broker, a database, and stand-ins for the services that the inbox asks. */
export async function openStage(): Promise<Stage> {
  const [nats, mongo] = await Promise.all([startGuardedBroker(), startMongo()]);
  const metrics = createMetrics('listener');
  const bus = await connectTransport({ url: nats.observerUrl, service: 'listener', log, metrics });
  const host = { name: 'listener', log, metrics };
  const targets = new Map<string, { targetId: string; accountId: string; isForReports?: true }>();
  const properties = new Map<string, string>();
  const [published, facts] = [new DistinctMessages(), new DistinctMessages()];
  const inquiries: InputOf<typeof noteInquiry>[] = [];
  const answers = [
    answer(findTargetByEmail, async ({ emailId }) => {
      const target = targets.get(emailId);
      return target ? { target } : {};
    }),
    answer(findProperty, async ({ externalIds }) => {
      const propertyId = externalIds.map((id) => properties.get(id)).find((id) => id !== undefined);
      return propertyId === undefined ? {} : { propertyId, propertyType: 'houseRent' as const };
    }),
    answer(noteInquiry, async (inquiry) => {
      inquiries.push(inquiry);
      return {};
    }),
  ];
  const serving = await serveAnswers(bus, { ...host, name: 'stand-in' }, answers);
  const listening = await consume(bus, host, {
    'on-event': onAny('event.>', async (message) => published.take(message)),
    'on-fact': onAny('fact.inbox.>', async (message) => facts.take(message)),
  });
  const env = {
    LOG_LEVEL: 'silent',
    INTERNAL_PORT: '0',
    NATS_URL: nats.urlOf('inbox'),
    MONGODB_URI: mongo.uri,
    MONGODB_DATABASE: freshDatabase(),
    INBOX_DOMAIN: DOMAIN,
    READ_SWEEP_EVERY_MS: '200',
  };
  const running: RunningService[] = [];
  const children: ChildProcess[] = [];
  return {
    bus,
    env,
    published: published.messages,
    facts: facts.messages,
    inquiries,
    properties,
    caller: { accountId: ACCOUNT, requestId: 'req-inbox-00001' },
    target(emailId = newId(), accountId = ACCOUNT) {
      const target = targets.get(emailId) ?? { targetId: newId(), accountId };
      targets.set(emailId, target);
      return { targetId: target.targetId, address: `${emailId}@${DOMAIN}` };
    },
    reportAddress() {
      const [emailId, targetId] = [newId(), newId()];
      targets.set(emailId, { targetId, accountId: ACCOUNT, isForReports: true });
      return { targetId, address: `${emailId}@${DOMAIN}` };
    },
    async start(more = {}) {
      const config = loadConfig(InboxConfig, { ...env, ...more });
      const service = await startService('inbox', config, inbox(config));
      running.push(service);
      return service;
    },
    async startProcess(more) {
      const main = new URL('../src/main.ts', import.meta.url).pathname;
      const child = spawn(process.execPath, [main], {
        env: { PATH: process.env['PATH'], ...env, ...more, LOG_LEVEL: 'info' },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      children.push(child);
      const lines = createInterface({ input: child.stdout });
      await new Promise<void>((resolve, reject) => {
        lines.on('line', (line) => line.includes('"service.started"') && resolve());
        child.once('exit', (code) => reject(new Error(`the inbox ended with ${String(code)}`)));
      });
      return child;
    },
    async close() {
      for (const child of children) child.kill('SIGKILL');
      for (const service of running) await service.stop();
      await listening.close();
      await serving.close();
      await bus.close();
      await nats.stop();
      await mongo.stop();
    },
  };
}
