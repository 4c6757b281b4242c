import type { AddressInfo } from 'node:net';
import { createProperty } from '@estate/contracts';
import express from 'express';
import { connect } from 'nats';

/** The least a gateway can be: reads JSON, checks it against the contract, asks once and answers with the reply. */
const nats = await connect({ servers: process.env['NATS_URL'] ?? '' });
const app = express();
app.use(express.json());
app.post('/properties', async (request, response) => {
  const parsed = createProperty.input.safeParse(request.body);
  if (!parsed.success) {
    response.status(400).json(parsed.error.issues);
    return;
  }
  const reply = await nats.request('bench.echo', JSON.stringify(parsed.data));
  response.status(201).type('json').send(reply.string());
});
const server = app.listen(0, '127.0.0.1', () => {
  process.stdout.write(`ready: ${String((server.address() as AddressInfo).port)}\n`);
});
// The end of the input means that the measuring process is gone.
process.stdin.resume().once('end', () => process.exit(0));
