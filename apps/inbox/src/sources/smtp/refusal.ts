import { toServiceError } from '@estate/persistence';
import type { RefusalReason } from '../../telemetry.ts';
import { EndlessMail, SlowMail, SpoolFull } from './receive.ts';

/** An answer to the sender: 4xx try again later, 5xx never; 421 ends the connection. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly responseCode: number;
  readonly reason: RefusalReason;

  constructor(responseCode: number, reason: RefusalReason, message: string) {
    super(message);
    this.responseCode = responseCode;
    this.reason = reason;
  }
}

export const spoolFull = (): Refusal =>
  new Refusal(452, 'spool-full', 'The server is receiving too many emails; try again later.');

/** What an error is answered with, and what is worth a log line about it. */
export function refusalOf(error: unknown): { refusal: Refusal; cause?: unknown } {
  if (error instanceof Refusal) return { refusal: error };
  if (error instanceof SpoolFull) return { refusal: spoolFull() };
  if (error instanceof SlowMail)
    return {
      refusal: new Refusal(421, 'slow', 'The transfer of the email takes too long; try again later.'),
    };
  if (error instanceof EndlessMail)
    return { refusal: new Refusal(421, 'endless', 'The email is much larger than the limit.') };
  // The library's word for a sender that ended the connection within a mail.
  if (error instanceof Error && 'code' in error && error.code === 'ECONNECTION')
    return { refusal: new Refusal(421, 'disconnected', 'The connection ended during the email.') };
  // What is not the sender's fault is worth another try.
  const refusal = new Refusal(451, 'trouble', 'The email cannot be stored at the moment; try again later.');
  return { refusal, cause: toServiceError(error) };
}
