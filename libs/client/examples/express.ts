import express from 'express';
import { WebhookError, readWebhookRequest } from '@estate/client';

// usage: SIGNING_KEY=whsec_… PORT=3000 node express.js
const { SIGNING_KEY = '', PORT = '3000' } = process.env;
const app = express();

// The raw bytes are what was signed: no JSON parser may come before this route.
app.post('/hooks', express.raw({ type: 'application/json' }), async (request, response) => {
  try {
    const event = await readWebhookRequest(request, SIGNING_KEY);
    if (event.eventName === 'request.created') {
      process.stdout.write(`${event.eventPayload.prospect.email ?? 'someone'} asks\n`);
    } else {
      process.stdout.write(`${event.eventName}\n`);
    }
    response.sendStatus(204);
  } catch (error) {
    if (!(error instanceof WebhookError)) throw error;
    response.status(400).send(error.reason);
  }
});

const server = app.listen(Number(PORT), () => {
  process.stdout.write(`listening on ${JSON.stringify(server.address())}\n`);
});
