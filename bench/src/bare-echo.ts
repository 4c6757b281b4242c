import { connect } from 'nats';

/** Sends back every message as it came. */
const nats = await connect({ servers: process.env['NATS_URL'] ?? '' });
nats.subscribe('bench.echo', {
  callback: (_error, message) => {
    message.respond(message.data);
  },
});
await nats.flush();
process.stdout.write('ready:\n');
// The end of the input means that the measuring process is gone.
process.stdin.resume().once('end', () => process.exit(0));
