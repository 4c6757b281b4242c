import { join } from 'node:path';
import type { ServiceName } from '@estate/manifests';
import { serviceNames } from '@estate/manifests';
import type { Settings, Stack } from '@estate/stack';
import { startFaultyProxy } from '@estate/testing';
import type { FaultyProxy } from '@estate/testing';
import { ownWorld } from '../test/support/world.ts';
import type { OwnWorld } from '../test/support/world.ts';
import { mountSmallDisk } from './disk.ts';
import type { SmallDisk } from './disk.ts';

/** A whole system with two replicas of each service, whose connections and disks can fail. */
export interface ChaosStage {
  world: OwnWorld;
  /** Both gateways. */
  apiUrls: readonly string[];
  /** By what is behind them; none of a server that is not the stack's own. */
  connections: ReadonlyMap<string, FaultyProxy>;
  /** By what they hold; empty where this user may not mount filesystems. */
  disks: ReadonlyMap<string, SmallDisk>;
  close(): Promise<void>;
}

export async function openStage(env: Record<string, string> = {}): Promise<ChaosStage> {
  const connections = new Map<string, FaultyProxy>();
  const disks = new Map<string, SmallDisk>();
  const world = await ownWorld(
    'everything of it fails',
    { AUDIT_EVERY_MS: '5000', ...env },
    async (settings, data) => {
      for (const [name, directory] of [
        ['broker', join(data, 'nats')],
        ['bytes', join(data, 'bytes')],
      ] as const) {
        const disk = mountSmallDisk(directory);
        if (disk) disks.set(name, disk);
      }
      return throughProxies(settings, connections);
    },
  );
  const close = async () => {
    try {
      await world.close(() => {
        for (const disk of disks.values()) disk.close();
      });
    } finally {
      await Promise.all([...connections.values()].map((proxy) => proxy.close()));
    }
  };
  try {
    const { stack } = world;
    const replicas = await Promise.all(stack.serviceNames.map((name) => stack.addReplica(name)));
    const second = replicas.find(({ apiPort }) => apiPort !== undefined);
    const apiUrls = [stack.apiUrl, `http://localhost:${String(second?.apiPort)}`];
    return { world, apiUrls, connections, disks, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Every service reaches the broker and the database through a proxy. */
async function throughProxies(settings: Settings, connections: Map<string, FaultyProxy>) {
  const { ports, brokerPasswords } = settings;
  const env: Partial<Record<ServiceName, Record<string, string>>> = {};
  const broker =
    process.env['NATS_URL'] === undefined ? await startFaultyProxy({ port: ports.nats }) : undefined;
  const database =
    process.env['MONGODB_URI'] === undefined ? await startFaultyProxy({ port: ports.mongo }) : undefined;
  if (broker) connections.set('broker', broker);
  if (database) connections.set('database', database);
  for (const name of serviceNames)
    env[name] = {
      ...(broker && {
        NATS_URL: `nats://${name}:${brokerPasswords[name] ?? ''}@127.0.0.1:${String(broker.port)}`,
      }),
      ...(database && { MONGODB_URI: `mongodb://127.0.0.1:${String(database.port)}/?directConnection=true` }),
    };
  return env;
}

/** The process of the database, whichever engine it is. */
export const databaseOf = ({ children }: Stack): string | undefined =>
  ['mongod', 'embedded-mongo'].find((name) => children.has(name));
