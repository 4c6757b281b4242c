import { createTransport } from 'nodemailer';

/** An email that was accepted or refused. */
export interface SentMail {
  number: number;
  at: string;
  to: string;
  document: string;
  /** The response of the server. */
  answer: string;
  accepted: boolean;
}

export interface Outgoing {
  to: string;
  document: string;
  text: string;
  xml: Buffer;
}

const KEPT = 500;

/** Sends emails to the inbox and records the result of each. */
export class SentMails {
  readonly #transport: ReturnType<typeof createTransport>;
  readonly #sent: SentMail[] = [];
  #count = 0;

  constructor(smtp: { host: string; port: number }) {
    this.#transport = createTransport({ ...smtp, secure: false, ignoreTLS: true });
  }

  all(): readonly SentMail[] {
    return this.#sent;
  }

  /** Sends an email; never throws: a refusal is recorded like any other response. */
  async send({ to, document, text, xml }: Outgoing): Promise<SentMail> {
    const number = ++this.#count;
    const noted = { number, at: new Date().toISOString(), to, document };
    const mail = await this.#transport
      .sendMail({
        from: '"Portal Eins" <anfragen@portal-eins.example>',
        to,
        subject: 'Neue Anfrage zu Ihrem Objekt',
        text,
        attachments: [{ filename: 'kontakt.xml', content: xml, contentType: 'application/xml' }],
      })
      .then(
        ({ response }) => ({ ...noted, answer: String(response), accepted: true }),
        (error: unknown) => ({
          ...noted,
          answer: error instanceof Error ? error.message : String(error),
          accepted: false,
        }),
      );
    this.#sent.push(mail);
    if (this.#sent.length > KEPT) this.#sent.shift();
    return mail;
  }

  close(): void {
    this.#transport.close();
  }
}
