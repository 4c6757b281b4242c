import { randomBytes } from 'node:crypto';
import { Writable } from 'node:stream';
import { memoryBus } from '@estate/messaging';
import type * as messaging from '@estate/messaging';
import { createLogger } from '@estate/observability';
import type * as persistence from '@estate/persistence';
import type { Database, DatabaseClock as Clock } from '@estate/persistence';
import { createVault, parseVaultKeys } from '@estate/vault';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Startable } from './serve.ts';
import type { Wiring } from './service.ts';
import { startService } from './start-service.ts';

const manifest = vi.hoisted(() => ({ name: 'tally', answers: [], asks: [], tells: [], handles: {} }));

/** What happened, in its order. */
const seen = vi.hoisted((): string[] => []);
const world = vi.hoisted(() => ({
  storeUp: true,
  brokerUp: true,
  consumes: true,
  keyCheck: '',
  offsetMs: 0,
}));

const closing = (name: string) => ({
  close: () => {
    seen.push(`close ${name}`);
    return Promise.resolve();
  },
});

vi.mock('@estate/messaging', async (original) => ({
  ...(await original<typeof messaging>()),
  connectBus: ({ manifest: { name }, signal }: messaging.BusConfig<typeof manifest>) => {
    seen.push(`connect broker as ${name}, ${signal ? 'with' : 'without'} signal`);
    return Promise.resolve({ ...memoryBus(manifest), ready: () => world.brokerUp, ...closing('broker') });
  },
  serveAnswers: () => {
    seen.push('serve answers');
    return Promise.resolve(closing('answers'));
  },
  consume: () => {
    seen.push('consume');
    if (!world.consumes) return Promise.reject(new Error('no stream'));
    return Promise.resolve(closing('consumers'));
  },
}));

vi.mock('@estate/persistence', async (original) => ({
  ...(await original<typeof persistence>()),
  forgottenInTime: () => [EXPIRED],
  connectMongo: ({ database, signal }: persistence.MongoConfig): Promise<Database> => {
    seen.push(`connect ${database}, ${signal ? 'with' : 'without'} signal`);
    const collection = () => ({ findOne: () => Promise.resolve({ check: world.keyCheck }) });
    const db = { collection } as unknown as Database['db'];
    const ready = () => Promise.resolve(world.storeUp);
    const clock = { ...new DatabaseClock(), offsetMs: () => world.offsetMs } as Clock;
    return Promise.resolve({ db, clock, ready, bytes: () => expect.fail('no bytes'), ...closing('store') });
  },
}));

vi.mock('./restore-watch.ts', () => ({
  restoreWatch: () => ({
    prepare: () => {
      seen.push('look for restores');
      return Promise.resolve();
    },
    start: () => undefined,
    close: () => Promise.resolve(),
  }),
}));

// Files of a worker share their modules: whoever loaded the backbone before has it without the mocks.
vi.resetModules();
const { DatabaseClock } = await import('@estate/persistence');
const { backbone } = await import('./backbone.ts');
// Nor do the files after this one get what was loaded with the mocks.
afterAll(() => {
  for (const mocked of ['@estate/messaging', '@estate/persistence', './restore-watch.ts'])
    vi.doUnmock(mocked);
  vi.resetModules();
});

const key = () => randomBytes(32).toString('base64');
const config = {
  LOG_LEVEL: 'silent',
  INTERNAL_PORT: 0,
  SHUTDOWN_GRACE_MS: 5000,
  MONGODB_URI: 'mongodb://store',
  MONGODB_DATABASE: 'tally',
  NATS_URL: 'nats://broker',
  NATS_STREAM_REPLICAS: 1,
  NATS_STORE_BYTES: 1_000_000_000,
  AUDIT_EVERY_MS: 60_000,
};
const withKeys = (keys: string) => ({ ...config, VAULT_KEYS: { reveal: () => keys } });

const part = (name: string): Startable => ({
  start: () => {
    seen.push(`start ${name}`);
  },
  ...closing(name),
});

const openStores = () => {
  seen.push('open stores');
  const relay = part('relay') as unknown as persistence.OutboxRelay;
  const invariant = {
    name: 'counted',
    meaning: 'Nothing.',
    advice: 'Count.',
    broken: () => {
      seen.push('audit');
      return Promise.resolve([]);
    },
  };
  return Promise.resolve({ relay, sealed: [], invariants: [invariant] });
};

const EXPIRED: persistence.Invariant = {
  name: 'kept-forgotten-in-time',
  meaning: 'Nothing.',
  advice: 'Count.',
  broken: () => Promise.resolve(['expired']),
};

const wire: Wiring = async (service) => {
  const { serve } = await backbone(service, config, { manifest, openStores });
  await serve({
    answers: [],
    handlers: {},
    workers: [part('first worker'), part('second worker')],
  });
};

function logInto() {
  const lines: Record<string, unknown>[] = [];
  const destination = new Writable({
    write: (chunk: Buffer, _encoding, written) => {
      lines.push(JSON.parse(chunk.toString()) as Record<string, unknown>);
      written();
    },
  });
  return { log: createLogger({ service: 'tally', level: 'info', destination }), lines };
}

beforeEach(() => {
  seen.length = 0;
  Object.assign(world, { storeUp: true, brokerUp: true, consumes: true, keyCheck: '', offsetMs: 0 });
});

describe('the backbone of a service', () => {
  it('the backbone of a service serves answers before it consumes, and starts workers last', async () => {
    const running = await startService('tally', config, wire);
    await running.stop();
    expect(seen.filter((what) => !what.startsWith('close'))).toEqual([
      'connect tally, with signal',
      'connect broker as tally, with signal',
      'open stores',
      'look for restores',
      'serve answers',
      'consume',
      'start relay',
      'audit',
      'start first worker',
      'start second worker',
    ]);
  });

  it('the backbone of a service has the auditor look for documents that the database should have removed', async () => {
    let found: string[] = [];
    const running = await startService('tally', config, async (service) => {
      const { auditor, serve } = await backbone(service, config, { manifest, openStores });
      found = (await auditor.violations()).map(({ promise }) => promise);
      await serve({ workers: [] });
    });
    await running.stop();
    expect(found).toEqual(['kept-forgotten-in-time']);
  });

  it('the backbone of a service closes its parts in reverse order: consumers first, the database last', async () => {
    const running = await startService('tally', config, wire);
    seen.length = 0;
    expect(await running.stop()).toBe(true);
    expect(seen).toEqual(
      ['consumers', 'answers', 'second worker', 'first worker', 'relay', 'broker', 'store'].map(
        (name) => `close ${name}`,
      ),
    );
  });

  it('the backbone of a service closes what it opened, in reverse order, when the stores cannot be opened', async () => {
    const failing: Wiring = async (service) => {
      await backbone(service, config, {
        manifest,
        openStores: () => Promise.reject(new Error('no indexes')),
      });
    };
    await expect(startService('tally', config, failing)).rejects.toThrow('no indexes');
    expect(seen.slice(2)).toEqual(['close broker', 'close store']);
  });

  it('the backbone of a service closes its workers without having started them when a consumer cannot be made', async () => {
    world.consumes = false;
    await expect(startService('tally', config, wire)).rejects.toThrow('no stream');
    const closed = ['answers', 'second worker', 'first worker', 'relay', 'broker', 'store'];
    expect(seen.slice(seen.indexOf('consume') + 1)).toEqual(closed.map((name) => `close ${name}`));
  });

  it('the backbone of a service that answers and consumes nothing starts its workers alone', async () => {
    const running = await startService('tally', config, async (service) => {
      const { serve } = await backbone(service, config, { manifest, openStores });
      await serve({ workers: [part('worker')] });
    });
    await running.stop();
    expect(seen).not.toContain('serve answers');
    expect(seen).not.toContain('consume');
    expect(seen).toContain('start worker');
  });

  it('the backbone of a service is ready only while the checks "store" and "broker" hold', async () => {
    const running = await startService('tally', config, wire);
    const readiness = async () => {
      const answered = await fetch(`http://127.0.0.1:${String(running.internalPort)}/readyz`);
      const { checks } = (await answered.json()) as { checks: unknown };
      return { status: answered.status, checks };
    };
    expect(await readiness()).toEqual({ status: 200, checks: { store: true, broker: true } });
    world.storeUp = false;
    expect(await readiness()).toEqual({ status: 503, checks: { store: false, broker: true } });
    Object.assign(world, { storeUp: true, brokerUp: false });
    expect(await readiness()).toEqual({ status: 503, checks: { store: true, broker: false } });
    await running.stop();
  });

  it('a service on a machine with a wrong clock is ready, and says so in its log, its metrics and its readiness', async () => {
    world.offsetMs = -7_200_000;
    const { log, lines } = logInto();
    const running = await startService('tally', { ...config, log }, wire);
    const get = (path: string) => fetch(`http://127.0.0.1:${String(running.internalPort)}${path}`);
    const answered = await get('/readyz');
    expect(answered.status).toBe(200);
    expect(await answered.json()).toMatchObject({ details: { clockOffsetSeconds: -7200 } });
    expect(await (await get('/metrics')).text()).toContain('clock_offset_seconds{service="tally"} -7200');
    expect(lines).toContainEqual(expect.objectContaining({ level: 'warn', clockOffsetSeconds: -7200 }));
    await running.stop();
  });

  it('a service whose clock is off by less than half a minute does not warn', async () => {
    world.offsetMs = 29_000;
    const { log, lines } = logInto();
    const running = await startService('tally', { ...config, log }, wire);
    expect(lines.filter(({ level }) => level === 'warn')).toEqual([]);
    await running.stop();
  });

  it('the backbone of a service has no vault without VAULT_KEYS, and a vault that opens what it sealed with them', async () => {
    const vaults: unknown[] = [];
    const keys = `k1:${key()}`;
    const vault = createVault(parseVaultKeys(keys));
    world.keyCheck = vault.seal('This key is the right one.', 'vault-key:k1');
    const running = await startService('tally', config, async (service) => {
      vaults.push((await backbone(service, config, { manifest, openStores })).vault);
      const sealing = await backbone(service, withKeys(keys), { manifest, openStores });
      vaults.push(vault.open(sealing.vault.seal('secret', 'r1'), 'r1'));
    });
    await running.stop();
    expect(vaults).toEqual([undefined, 'secret']);
  });

  it('the backbone of a service ends the start with one line when a key of the vault is not the one of its id', async () => {
    const other = createVault(parseVaultKeys(`k1:${key()}`));
    world.keyCheck = other.seal('This key is the right one.', 'vault-key:k1');
    const failing: Wiring = async (service) => {
      await backbone(service, withKeys(`k1:${key()}`), { manifest, openStores });
    };
    await expect(startService('tally', config, failing)).rejects.toThrow(
      /^VAULT_KEYS: the key "k1" is not the one [^\n]+$/,
    );
    expect(seen.slice(-2)).toEqual(['close broker', 'close store']);
  });

  it('the backbone of a service connects to nothing when VAULT_KEYS cannot be read', async () => {
    const failing: Wiring = async (service) => {
      await backbone(service, withKeys('k1'), { manifest, openStores });
    };
    await expect(startService('tally', config, failing)).rejects.toThrow('id:base64');
    expect(seen).toEqual([]);
  });
});
