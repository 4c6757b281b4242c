import { createTransport } from 'nodemailer';
import type { NoticeText } from '../domain/notice-text.ts';
import type { NoticeResult } from '../domain/notice.ts';

/** One attempt to send an email. */
export interface OutgoingMail extends NoticeText {
  to: string;
  /** The same at each attempt, so that a mail server can recognize an email that it has. */
  id: string;
}

export interface MailChannel {
  /** Never rejects: every behaviour of the mail server is a result. */
  send(mail: OutgoingMail): Promise<NoticeResult>;
  close(): Promise<void>;
}

const CONNECT_TIMEOUT_MS = 10_000;
const SILENCE_TIMEOUT_MS = 15_000;

/** Hands emails to the mail server of the operator. */
export function mailChannel({ url, from }: { url: string; from: string }): MailChannel {
  const transport = createTransport({
    url,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SILENCE_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = from.slice(from.lastIndexOf('@') + 1);
  return {
    async send({ to, id, subject, text }) {
      const messageId = `<${id}@${domain}>`;
      const headers = { 'auto-submitted': 'auto-generated' };
      try {
        await transport.sendMail({ from, to, subject, text, messageId, headers });
        return { sent: true };
      } catch (error) {
        return { sent: false, ...failureOf(error) };
      }
    },
    close: () => {
      transport.close();
      return Promise.resolve();
    },
  };
}

/** The server understood the email and refuses it; everything else, also a refused login, may end. */
const REFUSALS = new Set<unknown>(['EENVELOPE', 'EMESSAGE']);
const FAILURE_LENGTH_MAX = 500;

function failureOf(error: unknown): { isPermanent: boolean; failure: string } {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  const failure = (error instanceof Error ? error.message : String(error)).slice(0, FAILURE_LENGTH_MAX);
  const isPermanent = REFUSALS.has(code) && typeof responseCode === 'number' && responseCode >= 500;
  return { isPermanent, failure };
}
