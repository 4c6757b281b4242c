import { setTimeout as pause } from 'node:timers/promises';
import type { Stack } from '@estate/stack';
import type { FaultyProxy } from '@estate/testing';
import { marketOf } from '../test/support/market.ts';
import { sandboxOf } from '../test/support/sandbox.ts';
import type { SmallDisk } from './disk.ts';
import { databaseOf } from './stage.ts';
import type { ChaosStage } from './stage.ts';

/** Longer than every lease of the stack of the tests, so that a successor has begun before the frozen process wakes. */
const FROZEN_MS = [5000, 8000] as const;
/** Of a server or a connection that everything depends on. */
const SHORT_MS = [500, 4000] as const;
const DOWN_MS = [100, 1500] as const;
const SLOW_BY_MS = 60;
const TRANSFER_MS = 800;

/** One fault: what it happens to, how, and how long; it is over when `inject` resolves. */
export interface Fault {
  what: string;
  how: string;
  inject(random: () => number): Promise<void>;
}

const within = (random: () => number, [least, most]: readonly [number, number]): number =>
  least + random() * (most - least);

/** Every fault that can be injected here. */
export function allFaults({ world: { stack }, connections, disks }: ChaosStage): Fault[] {
  const servers = ['nats-server', databaseOf(stack)].filter(
    (name): name is string => name !== undefined && stack.children.has(name),
  );
  const replicas = stack.serviceNames.flatMap((name) => [name, `${name}-2`]);
  return [
    ...[...replicas, ...servers, 'webhook-receiver'].map((name) => killed(stack, name)),
    ...replicas.map((name) => frozen(stack, name, FROZEN_MS)),
    ...servers.map((name) => frozen(stack, name, SHORT_MS)),
    ...[...connections].flatMap(([name, proxy]) => connectionFaults(name, proxy)),
    ...(connections.size > 1 ? [networkGone([...connections.values()])] : []),
    ...[...disks].map(([name, disk]) => diskFull(stack, name, disk)),
    {
      ...killed(stack, 'ftp-portal'),
      how: 'killed during a transfer',
      inject: async (random) => {
        await sandboxOf(stack).fault({ slowMs: 200 });
        await pause(within(random, [TRANSFER_MS, 2 * TRANSFER_MS]));
        await killed(stack, 'ftp-portal').inject(random);
      },
    },
    {
      ...killed(stack, 'marketplace'),
      how: 'killed during a call',
      inject: async (random) => {
        await marketOf(stack).fault({ delayMs: 2 * TRANSFER_MS });
        await pause(within(random, [TRANSFER_MS, 2 * TRANSFER_MS]));
        await killed(stack, 'marketplace').inject(random);
      },
    },
  ];
}

const processOf = (stack: Stack, name: string) => {
  const child = stack.children.get(name);
  if (!child) throw new Error(`the stack runs no ${name}`);
  return child;
};

/** The faults that a part of the sandbox was ordered to make end with its process. */
const killed = (stack: Stack, name: string): Fault => ({
  what: name,
  how: 'killed',
  inject: async (random) => {
    const child = processOf(stack, name);
    await child.kill();
    await pause(within(random, DOWN_MS));
    await child.start();
  },
});

const frozen = (stack: Stack, name: string, forMs: readonly [number, number]): Fault => ({
  what: name,
  how: 'frozen',
  inject: async (random) => {
    const { pid } = processOf(stack, name);
    if (pid === undefined) throw new Error(`${name} does not run`);
    process.kill(pid, 'SIGSTOP');
    try {
      await pause(within(random, forMs));
    } finally {
      process.kill(pid, 'SIGCONT');
    }
  },
});

const connectionFaults = (name: string, proxy: FaultyProxy): Fault[] => [
  { what: `connection to the ${name}`, how: 'frozen', inject: (random) => freeze([proxy], random) },
  {
    what: `connection to the ${name}`,
    how: 'slow',
    inject: async (random) => {
      proxy.slow(SLOW_BY_MS);
      await pause(within(random, SHORT_MS));
      proxy.slow(0);
    },
  },
  {
    what: `connection to the ${name}`,
    how: 'reset',
    inject: () => {
      proxy.reset();
      return Promise.resolve();
    },
  },
];

const networkGone = (proxies: readonly FaultyProxy[]): Fault => ({
  what: 'network of all services',
  how: 'gone',
  inject: (random) => freeze(proxies, random),
});

async function freeze(proxies: readonly FaultyProxy[], random: () => number): Promise<void> {
  for (const proxy of proxies) proxy.freeze();
  await pause(within(random, SHORT_MS));
  for (const proxy of proxies) proxy.thaw();
}

/** A broker that had no room has switched its streams off, and is started again once there is room. */
const diskFull = (stack: Stack, name: string, disk: SmallDisk): Fault => ({
  what: `disk of the ${name}`,
  how: 'full',
  inject: async (random) => {
    disk.fill();
    await pause(within(random, SHORT_MS));
    disk.free();
    if (name === 'broker') await killed(stack, 'nats-server').inject(random);
  },
});
