import { parseArgs } from 'node:util';
import { type EmbeddedMongo, type EmbeddedMongoOptions, startEmbeddedMongo } from './server.ts';
import { StartError } from './start-error.ts';

const usage = 'usage: main --port N --data DIR [--host ADDRESS] [--access] [--ttl-interval-ms N]\n';

function fail(message: string, code: number): never {
  process.stderr.write(message);
  process.exit(code);
}

const isWhole = (value: number, least: number, most: number): boolean =>
  Number.isInteger(value) && value >= least && value <= most;

function optionsOf(): EmbeddedMongoOptions {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '27017' },
      data: { type: 'string' },
      host: { type: 'string', default: '127.0.0.1' },
      access: { type: 'boolean', default: false },
      'ttl-interval-ms': { type: 'string', default: '60000' },
    },
  });
  const [port, ttlIntervalMs] = [Number(values.port), Number(values['ttl-interval-ms'])];
  if (values.data === undefined || !isWhole(port, 0, 65_535) || !isWhole(ttlIntervalMs, 1, 2 ** 31 - 1))
    fail(usage, 2);
  const { data: directory, host, access } = values;
  return { port, directory, host, access, ttlIntervalMs };
}

async function start(): Promise<EmbeddedMongo> {
  try {
    return await startEmbeddedMongo(optionsOf());
  } catch (error) {
    if (error instanceof StartError) fail(`${error.message}\n`, 1);
    throw error;
  }
}

const server = await start();
const stop = (): void =>
  void server.close().then(
    () => process.exit(0),
    (error: unknown) => fail(`the server did not close cleanly: ${String(error)}\n`, 1),
  );
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
process.stdout.write(`ready: ${server.uri}\n`);
