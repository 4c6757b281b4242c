import { parseArgs } from 'node:util';
import { type EmbeddedMongo, startEmbeddedMongo } from './server.ts';
import { StartError } from './start-error.ts';

const usage = 'usage: main --port N --data DIR\n';

function fail(message: string, code: number): never {
  process.stderr.write(message);
  process.exit(code);
}

function optionsOf(): { port: number; directory: string } {
  const { values } = parseArgs({
    options: { port: { type: 'string', default: '27017' }, data: { type: 'string' } },
  });
  const port = Number(values.port);
  if (values.data === undefined || !Number.isInteger(port) || port < 0 || port > 65_535) fail(usage, 2);
  return { port, directory: values.data };
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
const stop = (): void => void server.close().then(() => process.exit(0));
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
process.stdout.write(`ready: ${server.uri}\n`);
