import { toServiceError } from '@estate/persistence';

/** The answers to senders: 4xx means try again later, 5xx never; 421 also ends the connection. */
const REFUSALS = {
  trouble: [451, 'The email cannot be stored at the moment; try again later.'],
  connections: [421, 'Too many connections.'],
  rate: [450, 'Too many emails; try again in a minute.'],
  recipients: [452, 'Too many recipients.'],
  'unknown-recipient': [550, 'There is no such request address.'],
  guessing: [421, 'Too many unknown recipients; try again in an hour.'],
  'too-large': [552, 'The email is too large.'],
  'spool-full': [452, 'The server is receiving too many emails; try again later.'],
  slow: [421, 'The transfer of the email takes too long; try again later.'],
  endless: [421, 'The email is much larger than the limit.'],
  disconnected: [421, 'The connection ended during the email.'],
} as const;

/** Why an email was refused. */
export type RefusalReason = keyof typeof REFUSALS;

export const REFUSAL_REASONS = Object.keys(REFUSALS) as RefusalReason[];

export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly responseCode: number;
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason) {
    const [responseCode, message] = REFUSALS[reason];
    super(message);
    this.responseCode = responseCode;
    this.reason = reason;
  }
}

/** The answer to an error, and what is worth a log line about it. */
export function refusalOf(error: unknown): { refusal: Refusal; cause?: unknown } {
  if (error instanceof Refusal) return { refusal: error };
  // The code that the library gives to a connection that its sender ended within an email.
  if (error instanceof Error && 'code' in error && error.code === 'ECONNECTION')
    return { refusal: new Refusal('disconnected') };
  return { refusal: new Refusal('trouble'), cause: toServiceError(error) };
}
