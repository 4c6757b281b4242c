import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PropertyChanged } from '@estate/contracts';
import { MAINTENANCE, OPERATOR, SYSTEM, brokerPasswordName } from '@estate/manifests';
import { message } from '@estate/messaging';
import { connectTransport } from '@estate/messaging/testing';
import type { Transport } from '@estate/messaging/testing';
import { createLogger, createMetrics } from '@estate/observability';
import { BROKER_USERS, eventually, freePort, hasNatsServer, startNats } from '@estate/testing';
import type { NatsServer } from '@estate/testing';
import { connect } from 'nats';

const START_MS = 60_000;
const PASSWORD = 'pone';
const IDS = ['00000000000000000001', '00000000000000000002'] as const;

/** `cluster.conf` with places of this machine; what a server before 2.10 does not know, and what is said at its start, is left out. */
const onThisMachine = (
  text: string,
  { monitor, cluster, pid }: Record<'monitor' | 'cluster' | 'pid', string>,
) =>
  text
    .replace('http_port: 8222', `http_port: ${monitor}`)
    .replace('port: 6222', `listen: "127.0.0.1:${cluster}"`)
    .replace('/tmp/nats.pid', pid)
    .replace(/^ *(sync_interval|store_dir).*\n/gm, '');

describe.skipIf(!hasNatsServer())('three brokers of deploy/nats/cluster.conf', () => {
  let directory: string;
  const servers: NatsServer[] = [];
  let bus: Transport | undefined;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'estate-cluster-'));
    await writeFile(join(directory, 'users.conf'), await readFile('deploy/nats/users.conf'));
    const text = await readFile('deploy/nats/cluster.conf', 'utf8');
    const ports = [];
    for (let index = 0; index < 3; index += 1) ports.push(String(await freePort()));
    const routes = ports.map((port) => `nats-route://route:${PASSWORD}@127.0.0.1:${port}`);
    const passwords = [...BROKER_USERS, SYSTEM].map((user) => [brokerPasswordName(user), PASSWORD]);
    const starts = ports.map(async (cluster, index) => {
      const name = `nats-${index}`;
      const config = join(directory, `${name}.conf`);
      const monitor = String(await freePort());
      await writeFile(config, onThisMachine(text, { monitor, cluster, pid: join(directory, `${name}.pid`) }));
      return startNats({
        config,
        directory: join(directory, name),
        env: {
          ...Object.fromEntries(passwords),
          NATS_SERVER_NAME: name,
          NATS_ROUTE_PASSWORD: PASSWORD,
          NATS_ROUTES: `[${routes.join(', ')}]`,
        },
      });
    });
    servers.push(...(await Promise.all(starts)));
    bus = await connectTransport({
      url: servers.map(({ port }) => `nats://catalog:${PASSWORD}@127.0.0.1:${port}`).join(','),
      service: 'catalog',
      log: createLogger({ service: 'catalog', level: 'silent' }),
      metrics: createMetrics('catalog'),
      streamReplicas: 3,
    });
  }, START_MS);
  afterAll(async () => {
    await bus?.close();
    await Promise.all(servers.map((server) => server.kill()));
    await rm(directory, { recursive: true, force: true });
  });

  const fact = (id: string) => {
    const about = { id, accountId: IDS[0], at: new Date() };
    return message(PropertyChanged, PropertyChanged.example, about);
  };
  const published = (id: string) =>
    eventually(async () => {
      await bus?.publish(fact(id));
      return true;
    });

  /** What a server answers a user of the rest of the cluster. */
  async function answerTo(user: string, subject: string, body: object): Promise<unknown> {
    const connection = await connect({
      servers: servers.slice(1).map(({ port }) => `127.0.0.1:${port}`),
      user,
      pass: PASSWORD,
      inboxPrefix: `_INBOX.${user}`,
    });
    try {
      return (await connection.request(`$JS.API.${subject}`, JSON.stringify(body))).json();
    } finally {
      await connection.close();
    }
  }

  it(
    'three brokers of deploy/nats/cluster.conf are led by another one when maintenance asks for it, which may also move a copy',
    async () => {
      const leaderOf = async () => {
        const answer = (await answerTo(MAINTENANCE, 'STREAM.INFO.FACTS', {})) as {
          cluster?: { leader?: string };
        };
        return answer.cluster?.leader;
      };
      const before = await eventually(leaderOf);
      const stepped = await answerTo(MAINTENANCE, 'STREAM.LEADER.STEPDOWN.FACTS', {});
      expect(stepped).toMatchObject({ success: true });
      await eventually(async () => {
        const now = await leaderOf();
        return now !== undefined && now !== before;
      });
      // On three servers a copy has nowhere to go: that the call is allowed shows for a stream that does not exist.
      const removed = await answerTo(MAINTENANCE, 'STREAM.PEER.REMOVE.OTHERS', { peer: before });
      expect(removed).toMatchObject({ error: { description: 'stream not found' } });
    },
    START_MS,
  );

  it(
    'three brokers of deploy/nats/cluster.conf keep a copy of every stream each, and take facts while one of them is gone',
    async () => {
      await published(IDS[0]);
      await servers[0]!.kill();
      await published(IDS[1]);
      const operator = await connect({
        servers: servers.slice(1).map(({ port }) => `127.0.0.1:${port}`),
        user: OPERATOR,
        pass: PASSWORD,
        inboxPrefix: `_INBOX.${OPERATOR}`,
      });
      const manager = await operator.jetstreamManager({ checkAPI: false });
      const { config, state, cluster } = await manager.streams.info('FACTS');
      await operator.close();
      expect(config.num_replicas).toBe(3);
      expect(cluster?.replicas).toHaveLength(2);
      expect(state.messages).toBe(2);
    },
    START_MS,
  );

  it(
    'forget a server that the system user removes, which maintenance cannot do',
    async () => {
      await eventually(async () => {
        expect(await answerTo(SYSTEM, 'SERVER.REMOVE', { peer: 'nats-0' })).toMatchObject({ success: true });
      });
      await expect(answerTo(MAINTENANCE, 'SERVER.REMOVE', { peer: 'nats-1' })).rejects.toThrow(/permission/i);
    },
    START_MS,
  );
});
