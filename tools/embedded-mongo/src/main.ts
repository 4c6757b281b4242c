import { parseArgs } from 'node:util';
import { startEmbeddedMongo } from './server.ts';

const { values } = parseArgs({
  options: { port: { type: 'string', default: '27017' }, data: { type: 'string' } },
});
if (values.data === undefined) {
  process.stderr.write('usage: main --port N --data DIR\n');
  process.exit(2);
}

const server = await startEmbeddedMongo({ port: Number(values.port), directory: values.data });
const stop = (): void => void server.close().then(() => process.exit(0));
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
process.stdout.write(`ready: ${server.uri}\n`);
