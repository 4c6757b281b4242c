import { startNats } from './nats-server.ts';

const server = await startNats();
process.stdout.write(`${String(server.pid)}\n`);
setInterval(() => undefined, 1000);
