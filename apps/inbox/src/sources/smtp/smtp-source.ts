import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Logger } from '@estate/observability';
import { TlsCertificate } from '@estate/runtime';
import type { Closable } from '@estate/runtime';
import { SMTPServer } from 'smtp-server';
import type { SMTPServerOptions, SMTPServerSession } from 'smtp-server';
import type { InboxConfig } from '../../config.ts';
import { ConnectionRoom } from './connection-room.ts';
import { Reception } from './reception.ts';
import type { ReceptionDeps } from './reception.ts';
import type { Refusal } from './refusal.ts';

export interface SmtpSource extends Closable {
  port: number;
}

export interface SmtpDeps extends ReceptionDeps {
  log: Pick<Logger, 'error' | 'info'>;
  /** Shows until when senders accept the certificate; returns how to stop that. */
  showCertificate: (expiresAt: () => Date) => () => void;
}

const SILENCE_MS = 60_000;

/** Accepts emails for known request addresses and forwarded domains; answers 250 once an email is stored. */
export async function startSmtpSource(port: number, deps: SmtpDeps): Promise<SmtpSource> {
  const certificate = certificateOf(deps.config);
  const reception = new Reception(deps);
  const room = roomFor(deps, () => server.connections);
  const server: SMTPServer = new SMTPServer({
    ...basics(deps.config, certificate),
    ...reception.callbacks(room, (session) =>
      askBeforeData(server, session, () => reception.refuseData(session)),
    ),
  });
  server.server.prependListener('connection', ({ remoteAddress }) => room.makeRoom(remoteAddress ?? ''));
  const failed = once(server, 'error').then(([error]) => Promise.reject(error as Error));
  server.listen(port, deps.config.SMTP_HOST);
  await Promise.race([once(server.server, 'listening'), failed]);
  failed.catch(() => undefined);
  // An error of one connection does not concern the others.
  server.on('error', () => undefined);
  const stopFollowing = certificate?.follow((pair) => server.updateSecureContext(pair), {
    name: 'smtp',
    log: deps.log,
  });
  const stopShowing = certificate && deps.showCertificate(() => certificate.expiresAt);
  return {
    port: (server.server.address() as AddressInfo).port,
    close: () => {
      stopFollowing?.();
      stopShowing?.();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

const roomFor = ({ config, clock }: SmtpDeps, connections: () => SMTPServer['connections']): ConnectionRoom =>
  new ConnectionRoom(
    {
      all: config.SMTP_MAX_CONNECTIONS,
      perNetwork: config.SMTP_MAX_CONNECTIONS_PER_ADDRESS,
      beginMs: config.SMTP_BEGIN_TIMEOUT_MS,
      clock,
    },
    connections,
  );

const certificateOf = (config: InboxConfig): TlsCertificate | undefined =>
  TlsCertificate.of({
    certificateFile: config.SMTP_CERTIFICATE_FILE,
    keyFile: config.SMTP_KEY_FILE,
    sweepEveryMs: config.SMTP_CERTIFICATE_SWEEP_EVERY_MS,
  });

function basics(config: InboxConfig, certificate: TlsCertificate | undefined): SMTPServerOptions {
  return {
    name: config.SMTP_NAME ?? config.INBOX_DOMAIN,
    banner: 'contact requests only',
    logger: false,
    authOptional: true,
    disabledCommands: certificate ? ['AUTH'] : ['AUTH', 'STARTTLS'],
    ...certificate?.pair,
    // Senders announce sizes but see no limit: of an email that is too large the customer is notified.
    size: Number.MAX_SAFE_INTEGER,
    hideSize: true,
    maxClients: config.SMTP_MAX_CONNECTIONS,
    socketTimeout: SILENCE_MS,
    closeTimeout: 5000,
    disableReverseLookup: true,
  };
}

/** Asks before the sender may send the email: the library has no hook between DATA and its answer 354. */
function askBeforeData(
  server: Pick<SMTPServer, 'connections'>,
  session: SMTPServerSession,
  ask: () => Refusal | undefined,
): void {
  const connection = [...server.connections].find(({ id }) => id === session.id);
  if (connection === undefined) return;
  const begin = connection.handler_DATA.bind(connection);
  connection.handler_DATA = (command, callback) => {
    const refusal = connection.session.envelope.rcptTo.length === 0 ? undefined : ask();
    if (refusal === undefined) return begin(command, callback);
    connection.send(refusal.responseCode, refusal.message);
    callback();
  };
}
