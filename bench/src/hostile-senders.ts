import type { Target } from '@estate/contracts';
import { apiClient } from '@estate/stack';
import { createTransport } from 'nodemailer';
import { latencyRow as row, markdownTable, say } from './report.ts';
import { sampleMail } from './sample-mail.ts';
import { attackers, holdSilently } from './silent-connections.ts';
import { openAccount } from './with-stack.ts';
import type { Measured } from './with-stack.ts';

/** Together they want more connections than there are. */
const ATTACKERS = 6;
const CONNECTIONS_EACH = 20;

/** Measures one email by SMTP, each over a connection of its own, alone and beside silent connections. */
export async function measureHostileSenders({ stack }: Measured, samples: number): Promise<void> {
  const api = apiClient(stack.apiUrl, await openAccount(stack, 'Receiver'));
  const { emailId } = await api.post<Target>('/targets', {
    type: 'immowelt',
    credentials: { host: 'localhost', username: 'a', password: 'b', providerNumber: 'S-1' },
  });
  const port = stack.settings.ports.inboxSmtp;
  const to = `${emailId}@${stack.inboxDomain}`;
  let number = 0;
  const emails = async (count: number): Promise<number[]> => {
    const times: number[] = [];
    while (times.length < count) {
      number += 1;
      const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true });
      const startedAt = performance.now();
      await transport.sendMail({
        envelope: { from: 'anfragen@portal.example', to },
        raw: sampleMail(to, number),
      });
      times.push(performance.now() - startedAt);
    }
    return times;
  };
  await emails(samples / 5);
  const alone = await emails(samples);
  const silent = holdSilently({ port, addresses: attackers(ATTACKERS), connectionsEach: CONNECTIONS_EACH });
  const beside = await emails(samples);
  silent.end();
  say(`Silent connections by SMTP: ${String(silent.count())}`);
  say('');
  const head = ['one email by SMTP', 'p50 ms', 'p99 ms', 'longest ms'];
  say(markdownTable([head, row('alone', alone), row('beside silent connections', beside)]));
}
