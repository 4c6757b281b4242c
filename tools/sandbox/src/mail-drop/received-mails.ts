import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { LOOPBACK } from '../web-server.ts';
import type { ListenAt } from '../web-server.ts';

/** An email of the service to a customer. */
export interface ReceivedMail {
  at: string;
  messageId: string;
  from: string;
  to: string[];
  subject: string;
  text: string;
}

export interface ReceivedMails {
  port: number;
  all(): readonly ReceivedMail[];
  /** Refuses the next emails with this status. */
  refuseNext(refusal: { status: number; times: number }): void;
  close(): Promise<void>;
}

const KEPT = 500;
const MAX_BYTES = 1_000_000;

/** A mail server that accepts every recipient and keeps the newest emails. */
export async function receiveMails({ port, host = LOOPBACK }: ListenAt): Promise<ReceivedMails> {
  const mails: ReceivedMail[] = [];
  const refusal = { status: 0, times: 0 };
  const server = new SMTPServer({
    banner: 'sandbox',
    logger: false,
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: MAX_BYTES,
    onRcptTo: (_address, _session, done) => {
      if (refusal.times === 0) return done();
      refusal.times -= 1;
      done(Object.assign(new Error('refused by order'), { responseCode: refusal.status }));
    },
    onData: (stream, session, done) => {
      simpleParser(stream)
        .then(({ messageId = '', from, subject = '', text = '' }) => {
          const to = session.envelope.rcptTo.map(({ address }) => address);
          const at = new Date().toISOString();
          mails.push({ at, messageId, from: from?.text ?? '', to, subject, text });
          if (mails.length > KEPT) mails.shift();
          done();
        })
        .catch((error: unknown) => done(error instanceof Error ? error : new Error(String(error))));
    },
  });
  server.listen(port, host);
  await once(server.server, 'listening');
  // An error of one connection does not affect the others.
  server.on('error', () => undefined);
  return {
    port: (server.server.address() as AddressInfo).port,
    all: () => mails,
    refuseNext: (order) => void Object.assign(refusal, order),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
