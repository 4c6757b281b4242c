import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import type { Closable } from '@estate/runtime';
import { SMTPServer } from 'smtp-server';
import type { SMTPServerOptions } from 'smtp-server';
import type { InboxConfig } from '../../config.ts';
import { askBeforeData } from './ask-before-data.ts';
import { Reception } from './reception.ts';
import type { ReceptionDeps } from './reception.ts';

export interface SmtpSource extends Closable {
  port: number;
}

const SILENCE_MS = 60_000;

/** Accepts emails for known request addresses and forwarded domains; answers 250 once an email is stored. */
export async function startSmtpSource(port: number, deps: ReceptionDeps): Promise<SmtpSource> {
  const reception = new Reception(deps);
  const server: SMTPServer = new SMTPServer({
    ...basics(deps.config),
    ...reception.callbacks((session) => askBeforeData(server, session, () => reception.refuseData(session))),
  });
  const failed = once(server, 'error').then(([error]) => Promise.reject(error as Error));
  server.listen(port, deps.config.SMTP_HOST);
  await Promise.race([once(server.server, 'listening'), failed]);
  failed.catch(() => undefined);
  // An error of one connection does not concern the others.
  server.on('error', () => undefined);
  return {
    port: (server.server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function basics(config: InboxConfig): SMTPServerOptions {
  const { SMTP_CERTIFICATE_FILE: certificate, SMTP_KEY_FILE: key } = config;
  const hasTls = certificate !== undefined && key !== undefined;
  return {
    name: config.SMTP_NAME ?? config.INBOX_DOMAIN,
    banner: 'contact requests only',
    logger: false,
    authOptional: true,
    disabledCommands: hasTls ? ['AUTH'] : ['AUTH', 'STARTTLS'],
    ...(hasTls && { cert: readFileSync(certificate), key: readFileSync(key) }),
    // Senders announce sizes but see no limit: of an email that is too large the customer is notified.
    size: Number.MAX_SAFE_INTEGER,
    hideSize: true,
    maxClients: config.SMTP_MAX_CONNECTIONS,
    socketTimeout: SILENCE_MS,
    closeTimeout: 5000,
    disableReverseLookup: true,
  };
}
