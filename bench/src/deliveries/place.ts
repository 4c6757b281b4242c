import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { freePort, isInstalled, startProgram, startSource } from './programs.ts';
import type { Program } from './programs.ts';

/** Broker, database, receiver and, where it is installed, Redis: what all sides of the comparison share. */
export interface Place {
  natsUrl: string;
  mongoUri: string;
  receiverUrl: string;
  redisPort: number | undefined;
  /** What runs, by name. */
  programs: Map<string, Program>;
  run(name: string, program: Promise<Program>): Promise<Program>;
}

/** Starts what is shared in an empty directory, and removes everything afterwards. */
export async function withPlace(measure: (place: Place) => Promise<void>): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'estate-bench-'));
  const programs = new Map<string, Program>();
  const run: Place['run'] = async (name, program) => {
    const started = await program;
    programs.set(name, started);
    return started;
  };
  const stopAll = async () => {
    for (const program of [...programs.values()].toReversed()) await program.stop();
    await rm(directory, { recursive: true, force: true });
  };
  const interrupted = () => void stopAll().finally(() => process.exit(1));
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  try {
    const natsPort = await freePort();
    const natsArgs = ['-js', '-a', '127.0.0.1', '-p', String(natsPort), '-sd', join(directory, 'nats')];
    await run(
      'nats-server',
      startProgram({ command: 'nats-server', args: natsArgs, ready: /Server is ready/, from: 'stderr' }),
    );
    const mongoUri = await database(directory, run);
    const receiver = await run('receiver', startSource('bench/src/deliveries/receiver.ts'));
    await measure({
      natsUrl: `nats://127.0.0.1:${String(natsPort)}`,
      mongoUri,
      receiverUrl: `http://127.0.0.1:${receiver.said}`,
      redisPort: await redis(directory, run),
      programs,
      run,
    });
  } finally {
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
    await stopAll();
  }
}

async function database(directory: string, run: Place['run']): Promise<string> {
  const given = process.env['MONGODB_URI'];
  if (given !== undefined) return given;
  const args = ['--port', '0', '--data', join(directory, 'mongo')];
  const server = await run('embedded-mongo', startSource('tools/embedded-mongo/src/main.ts', { args }));
  return server.said;
}

async function redis(directory: string, run: Place['run']): Promise<number | undefined> {
  if (!isInstalled('redis-server')) return undefined;
  const port = await freePort();
  const settings = ['--port', String(port), '--bind', '127.0.0.1', '--dir', directory, '--save', ''];
  const durable = ['--appendonly', 'yes', '--appendfsync', 'everysec'];
  const args = [...settings, ...durable];
  await run('redis-server', startProgram({ command: 'redis-server', args, ready: /Ready to accept/ }));
  return port;
}

export const NOTIFIER_DATABASE = `bench-notifier-${String(Date.now())}`;

/** One notifier as it runs in production. */
export const startNotifier = ({ natsUrl, mongoUri, run }: Place): Promise<Program> =>
  run(
    'notifier',
    startSource('apps/notifier/src/main.ts', {
      ready: /service\.started/,
      env: {
        LOG_LEVEL: 'info',
        INTERNAL_PORT: '0',
        NATS_URL: natsUrl,
        MONGODB_URI: mongoUri,
        MONGODB_DATABASE: NOTIFIER_DATABASE,
        VAULT_KEYS: `bench:${randomBytes(32).toString('base64')}`,
        EGRESS_ALLOW_HTTP: 'true',
        EGRESS_ALLOWED_NETWORKS: '127.0.0.0/8',
      },
    }),
  );
