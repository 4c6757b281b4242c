/** The reasons for a failed sign-in. */
export type SignInReason =
  | 'unknown'
  | 'started-elsewhere'
  | 'expired'
  | 'used'
  | 'changed'
  | 'cancelled'
  | 'refused'
  | 'provider-unavailable'
  | 'email-unverified'
  | 'email-unusable'
  | 'not-invited'
  | 'address-unknown'
  | 'too-many-attempts';

/** Thrown if a sign-in ends without a session; the cause is for the log. */
export class SignInProblem extends Error {
  override readonly name = 'SignInProblem';
  readonly reason: SignInReason;

  constructor(reason: SignInReason, cause?: unknown) {
    super(`The sign-in ended: ${reason}.`, cause === undefined ? undefined : { cause });
    this.reason = reason;
  }
}

/** The messages of an error and its causes, for the log: other details of a library may be about a person. */
export function messagesOf(error: unknown): string[] {
  const messages: string[] = [];
  for (let cause = error; cause !== undefined && messages.length < 10;) {
    if (!(cause instanceof Error)) return typeof cause === 'string' ? [...messages, cause] : messages;
    messages.push(`${cause.name}: ${cause.message}${codeOf(cause)}`);
    cause = cause.cause;
  }
  return messages;
}

const CODE = /^[\w-]{1,40}$/;

/** The error code of a provider (`invalid_grant`). */
const codeOf = (error: Error): string =>
  'error' in error && typeof error.error === 'string' && CODE.test(error.error) ? ` (${error.error})` : '';
