import type { Readable } from 'node:stream';
import { lowerCaseAscii } from '@estate/contracts';
import type { SMTPServerAddress, SMTPServerOptions, SMTPServerSession } from 'smtp-server';
import { networkOf } from '@estate/runtime/connections';
import type { InboxConfig } from '../../config.ts';
import { domainOf } from '../../domain/address.ts';
import { HEAD_BYTES } from '../../domain/mail.ts';
import type { Events } from '../../telemetry.ts';
import type { Intake } from '../../intake/intake.ts';
import type { Reservation, Spool } from '../../intake/spool.ts';
import type { RecipientLookup } from '../../processing/recipient-lookup.ts';
import type { ConnectionRoom } from './connection-room.ts';
import { receive } from './receive.ts';
import { Refusal, refusalOf } from './refusal.ts';
import { SenderLimits } from './sender-limits.ts';
import { UnknownRecipients } from './unknown-recipients.ts';

export interface ReceptionDeps {
  config: InboxConfig;
  intake: Intake;
  spool: Pick<Spool, 'reservation' | 'hasSpace' | 'file'>;
  recipients: Pick<RecipientLookup, 'addressee'>;
  events: Pick<Events, 'mailRefused'>;
  clock: () => Date;
}

const MOST_RECIPIENTS = 20;
const MOST_UNKNOWN_PER_CONNECTION = 10;

type Done = (error?: Error | null) => void;

/** Answers the commands of senders. */
export class Reception {
  readonly #deps: ReceptionDeps;
  readonly #limits: SenderLimits;
  readonly #unknown: UnknownRecipients;
  /** How many more unknown than known recipients each connection has named. */
  readonly #unknownOf = new WeakMap<SMTPServerSession, number>();
  readonly #reservations = new WeakMap<SMTPServerSession, Reservation>();

  constructor(deps: ReceptionDeps) {
    const { config, clock } = deps;
    const { SMTP_MAX_CONNECTIONS_PER_ADDRESS: connections, SMTP_MAILS_PER_MINUTE: mailsPerMinute } = config;
    this.#deps = deps;
    this.#limits = new SenderLimits({ connections, mailsPerMinute }, clock);
    this.#unknown = new UnknownRecipients(config.SMTP_UNKNOWN_RECIPIENTS_PER_HOUR, clock);
  }

  callbacks(room: ConnectionRoom, onConnected: (session: SMTPServerSession) => void): SMTPServerOptions {
    return {
      onConnect: (session, done) =>
        this.#answer(done, () => {
          this.#connect(session);
          room.connected(session.id);
          onConnected(session);
        }),
      onClose: (session) => {
        this.#limits.disconnect(session);
        room.closed(session.id);
      },
      onMailFrom: (address, session, done) =>
        this.#answer(done, () => {
          this.#mail(address, session);
          room.begun(session.id);
        }),
      onRcptTo: (address, session, done) => this.#answer(done, () => this.#recipient(address, session)),
      onData: (stream, session, done) =>
        this.#answer(done, async () => {
          await this.#data(stream, session);
          room.delivered(session);
        }),
    };
  }

  /** Reserves space for the next email; undefined when there is enough. */
  refuseData(session: SMTPServerSession): Refusal | undefined {
    const { spool } = this.#deps;
    const reservation = spool.reservation(networkOf(session.remoteAddress));
    const wanted = this.#sizeOf(session.envelope.mailFrom);
    const isFree =
      wanted === undefined
        ? spool.hasSpace(networkOf(session.remoteAddress), this.#deps.config.MAIL_MAX_BYTES)
        : wanted <= HEAD_BYTES || reservation.resize(wanted);
    if (!isFree) return this.#reported(new Refusal('spool-full'));
    this.#reservations.set(session, reservation);
    return undefined;
  }

  #answer(done: Done, work: () => Promise<void> | void): void {
    Promise.resolve()
      .then(work)
      .then(
        () => done(),
        (error: unknown) => {
          const { refusal, cause } = refusalOf(error);
          done(this.#reported(refusal, cause));
        },
      );
  }

  #reported(refusal: Refusal, cause?: unknown): Refusal {
    this.#deps.events.mailRefused({ source: 'smtp', reason: refusal.reason, cause });
    return refusal;
  }

  #connect(session: SMTPServerSession): void {
    if (!this.#limits.connect(session)) throw new Refusal('connections');
  }

  #mail(from: SMTPServerAddress, { remoteAddress }: SMTPServerSession): void {
    if (!this.#limits.mail(remoteAddress)) throw new Refusal('rate');
    const wanted = this.#sizeOf(from);
    if (wanted === undefined || wanted <= HEAD_BYTES) return;
    if (!this.#deps.spool.hasSpace(networkOf(remoteAddress), wanted)) throw new Refusal('spool-full');
  }

  /** How much of an email may have to be stored, if its sender announced the size. */
  #sizeOf(from: SMTPServerAddress | false): number | undefined {
    const size = from && from.args && 'SIZE' in from.args ? from.args.SIZE : undefined;
    return typeof size === 'string' ? Math.min(Number(size), this.#deps.config.MAIL_MAX_BYTES) : undefined;
  }

  async #recipient({ address }: SMTPServerAddress, session: SMTPServerSession): Promise<void> {
    const { config, recipients } = this.#deps;
    if (session.envelope.rcptTo.length >= MOST_RECIPIENTS) throw new Refusal('recipients');
    const forwarded = config.INBOX_FORWARDED_DOMAINS.map((name) => name.toLowerCase());
    if (forwarded.includes(domainOf(address))) return;
    const sender = networkOf(session.remoteAddress);
    // Checked before the address is looked up, so that the answer reveals nothing about it.
    const ofConnection = this.#unknownOf.get(session) ?? 0;
    if (this.#unknown.isGuessing(sender) || ofConnection >= MOST_UNKNOWN_PER_CONNECTION)
      throw new Refusal('guessing');
    if ((await recipients.addressee(lowerCaseAscii(address))) !== undefined) {
      this.#unknown.add('known', sender, address);
      this.#unknownOf.set(session, Math.max(0, ofConnection - 1));
      return;
    }
    this.#unknown.add('unknown', sender, address);
    this.#unknownOf.set(session, ofConnection + 1);
    throw new Refusal('unknown-recipient');
  }

  async #data(stream: Readable, session: SMTPServerSession): Promise<void> {
    const { intake, config, spool } = this.#deps;
    const { MAIL_MAX_BYTES: maxBytes, SMTP_DATA_TIMEOUT_MS: timeoutMs } = config;
    const envelopeTo = session.envelope.rcptTo.map(({ address }) => address);
    const reservation =
      this.#reservations.get(session) ?? spool.reservation(networkOf(session.remoteAddress));
    try {
      const received = await receive(stream, { maxBytes, timeoutMs, spool, reservation });
      try {
        await intake([{ ...received, source: 'smtp', envelopeTo }]);
      } finally {
        await received.raw.close();
      }
      if (received.truncated) throw new Refusal('too-large');
    } finally {
      reservation.resize(0);
    }
  }
}
