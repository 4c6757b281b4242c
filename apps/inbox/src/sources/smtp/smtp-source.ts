import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { toServiceError } from '@estate/persistence';
import type { Closable } from '@estate/runtime';
import { SMTPServer } from 'smtp-server';
import type {
  SMTPServerAddress,
  SMTPServerDataStream,
  SMTPServerOptions,
  SMTPServerSession,
} from 'smtp-server';
import type { InboxConfig } from '../../config.ts';
import { domainOf } from '../../domain/address.ts';
import type { Events, RefusalReason } from '../../events.ts';
import type { Intake } from '../../intake/intake.ts';
import type { Directory } from '../../processing/directory.ts';
import { receive } from './receive.ts';
import { SenderLimits } from './sender-limits.ts';

export interface SmtpSourceDeps {
  config: InboxConfig;
  intake: Intake;
  directory: Pick<Directory, 'addressee'>;
  events: Pick<Events, 'mailRefused'>;
  clock: () => Date;
}

export interface SmtpSource extends Closable {
  port: number;
}

const MOST_RECIPIENTS = 20;
const SILENCE_MS = 60_000;

/** An answer to the sender: 4xx try again later, 5xx never. */
class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly responseCode: number;
  readonly reason: RefusalReason;

  constructor(responseCode: number, reason: RefusalReason, message: string) {
    super(message);
    this.responseCode = responseCode;
    this.reason = reason;
  }
}

/** Takes mail for known request addresses and forwarded domains; says 250 once a mail is stored. */
export async function startSmtpSource(port: number, deps: SmtpSourceDeps): Promise<SmtpSource> {
  const server = new SMTPServer({ ...basics(deps.config), ...new Reception(deps).callbacks() });
  const failed = once(server, 'error').then(([error]) => Promise.reject(error as Error));
  server.listen(port, deps.config.SMTP_HOST);
  await Promise.race([once(server.server, 'listening'), failed]);
  failed.catch(() => undefined);
  // One connection's trouble is nobody else's.
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
    maxClients: config.SMTP_MAX_CONNECTIONS,
    socketTimeout: SILENCE_MS,
    closeTimeout: 5000,
    disableReverseLookup: true,
  };
}

type Done = (error?: Error | null) => void;

class Reception {
  readonly #deps: SmtpSourceDeps;
  readonly #limits: SenderLimits;

  constructor(deps: SmtpSourceDeps) {
    const { SMTP_MAX_CONNECTIONS_PER_ADDRESS: connections, SMTP_MAILS_PER_MINUTE: mailsPerMinute } =
      deps.config;
    this.#deps = deps;
    this.#limits = new SenderLimits({ connections, mailsPerMinute }, deps.clock);
  }

  callbacks(): SMTPServerOptions {
    return {
      onConnect: (session, done) => this.#answer(done, () => this.#connect(session)),
      onClose: (session) => this.#limits.disconnect(session),
      onMailFrom: (_address, session, done) => this.#answer(done, () => this.#mail(session)),
      onRcptTo: (address, session, done) => this.#answer(done, () => this.#recipient(address, session)),
      onData: (stream, session, done) => this.#answer(done, () => this.#data(stream, session)),
    };
  }

  #answer(done: Done, work: () => Promise<void> | void): void {
    Promise.resolve()
      .then(work)
      .then(
        () => done(),
        (error: unknown) => done(this.#refusalOf(error)),
      );
  }

  /** What is not the sender's fault is worth another try. */
  #refusalOf(error: unknown): Error {
    const refusal =
      error instanceof Refusal
        ? error
        : new Refusal(451, 'trouble', 'The mail cannot be stored right now; try again later.');
    const { reason } = refusal;
    const cause = refusal === error ? undefined : toServiceError(error);
    this.#deps.events.mailRefused({ source: 'smtp', reason, cause });
    return refusal;
  }

  #connect(session: SMTPServerSession): void {
    if (!this.#limits.connect(session)) throw new Refusal(421, 'connections', 'Too many connections.');
  }

  #mail({ remoteAddress }: SMTPServerSession): void {
    if (!this.#limits.mail(remoteAddress))
      throw new Refusal(450, 'rate', 'Too many mails; try again in a minute.');
  }

  async #recipient({ address }: SMTPServerAddress, { envelope }: SMTPServerSession): Promise<void> {
    const { config, directory } = this.#deps;
    if (envelope.rcptTo.length >= MOST_RECIPIENTS)
      throw new Refusal(452, 'recipients', 'Too many recipients.');
    const forwarded = config.INBOX_FORWARDED_DOMAINS.map((name) => name.toLowerCase());
    if (forwarded.includes(domainOf(address))) return;
    if ((await directory.addressee(address.toLowerCase())) === undefined) {
      throw new Refusal(550, 'unknown-recipient', 'There is no such request address.');
    }
  }

  async #data(stream: SMTPServerDataStream, { envelope }: SMTPServerSession): Promise<void> {
    const { intake, config } = this.#deps;
    const received = await receive(stream as AsyncIterable<Buffer>, config.MAIL_MAX_BYTES);
    const envelopeTo = envelope.rcptTo.map(({ address }) => address);
    await intake([{ ...received, source: 'smtp', envelopeTo }]);
    if (received.truncated) throw new Refusal(552, 'too-large', 'The mail is too large.');
  }
}
