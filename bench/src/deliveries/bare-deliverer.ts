import { createHmac } from 'node:crypto';
import { connect } from 'nats';
import { Agent, request } from 'undici';

// The least that delivers: pulls from a stream, signs, posts, acknowledges. No log, no repeats, no limits.
const CONCURRENCY = 64;

const nats = await connect({ servers: process.env['NATS_URL'] ?? '' });
const manager = await nats.jetstreamManager();
await manager.streams.add({ name: 'BENCH', subjects: ['bench.deliver'] });
await manager.consumers.add('BENCH', { durable_name: 'bench', ack_policy: 'explicit' as never });
const consumer = await nats.jetstream().consumers.get('BENCH', 'bench');
const dispatcher = new Agent({ connections: CONCURRENCY });
const url = process.env['RECEIVER_URL'] ?? '';
process.stdout.write('ready:\n');

let running = 0;
let free = () => {};
for await (const message of await consumer.consume({ max_messages: 4 * CONCURRENCY })) {
  if (running >= CONCURRENCY) await new Promise<void>((resolve) => (free = resolve));
  running += 1;
  void post(message.string()).then(() => {
    message.ack();
    running -= 1;
    free();
  });
}

async function post(rawBody: string): Promise<void> {
  const timestamp = Math.floor(Date.now() / 1000);
  const hmac = createHmac('sha256', 'whsec_bench').update(`${String(timestamp)}.${rawBody}`);
  const { body } = await request(url, {
    dispatcher,
    method: 'POST',
    body: rawBody,
    headers: {
      'content-type': 'application/json',
      'service-signature': `t=${String(timestamp)}, v1=${hmac.digest('hex')}`,
    },
  });
  await body.dump();
}
