import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Target } from '@estate/contracts';
import { createTransport } from 'nodemailer';
import { untilQuiet } from './processes.ts';
import { markdownTable, percentile, say } from './report.ts';
import { sampleMail } from './sample-mail.ts';
import { sampleProperty } from './sample-property.ts';
import { until } from './until.ts';
import { processesOf, withStack } from './with-stack.ts';

const PER_SECOND = 20;
const SECONDS = 60;
const WARM_UP = 100;
const PATIENCE_MS = 120_000;

/** Measures from the SMTP server's 250 to the webhook `request.created`, at 20 emails a second. */
export function measureMailLatency(): Promise<void> {
  return withStack(
    async ({ stack, api }) => {
      const receiver = await startReceiver();
      await api.post('/webhooks', { url: receiver.url, events: ['request.created'] });
      await api.post('/properties', { ...sampleProperty, attachments: [], externalId: 'P-77' });
      const target = await api.post<Target>('/targets', {
        type: 'immowelt',
        credentials: { host: 'localhost', username: 'a', password: 'b', providerNumber: 'A-1' },
      });
      const to = `${target.emailId}@${stack.inboxDomain}`;
      const transport = createTransport({
        host: '127.0.0.1',
        port: stack.settings.ports.inboxSmtp,
        pool: true,
        maxConnections: 4,
        ignoreTLS: true,
      });
      await untilQuiet(processesOf(stack));
      const acceptedMs = new Map<string, number>();
      const send = async (number: number) => {
        await transport.sendMail({
          envelope: { from: 'anfragen@portal.example', to },
          raw: sampleMail(to, number),
        });
        acceptedMs.set(`${String(number)}@example.com`, performance.now());
      };
      const all = WARM_UP + PER_SECOND * SECONDS;
      const sending: Promise<void>[] = [];
      const startedMs = performance.now();
      for (let number = 0; number < all; number += 1) {
        const dueMs = startedMs + (number * 1000) / PER_SECOND;
        await sleep(Math.max(0, dueMs - performance.now()));
        sending.push(send(number));
      }
      await Promise.all(sending);
      await until(
        () => Promise.resolve(receiver.receivedMs.size),
        (count) => count === all,
        PATIENCE_MS,
      );
      await receiver.close();
      transport.close();
      report(acceptedMs, receiver.receivedMs);
    },
    { env: { SMTP_MAILS_PER_MINUTE: '1000000' } },
  );
}

/** When the webhook of each prospect arrived first, by his email address. */
async function startReceiver() {
  const receivedMs = new Map<string, number>();
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const [email = ''] = /\d+@example\.com/.exec(body) ?? [];
      if (!receivedMs.has(email)) receivedMs.set(email, performance.now());
      response.writeHead(204).end();
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/hook`,
    receivedMs,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function report(accepted: ReadonlyMap<string, number>, received: ReadonlyMap<string, number>): void {
  const measured = [...accepted].slice(WARM_UP);
  // A webhook may arrive before the reply to SMTP has been read: the email is stored before it is accepted.
  const latencies = measured.map(([email, ms]) => Math.max(0, (received.get(email) ?? Infinity) - ms));
  const at = (share: number) => percentile(latencies, share).toFixed(0);
  say(
    markdownTable([
      ['emails', 'p50 ms', 'p90 ms', 'p99 ms', 'longest ms'],
      [String(latencies.length), at(0.5), at(0.9), at(0.99), at(1)],
    ]),
  );
}
