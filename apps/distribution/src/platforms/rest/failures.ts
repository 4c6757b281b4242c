import type { NetworkFailure } from '@estate/egress';
import type { PublicationFailure } from '../platform.ts';

/** `revoked`: the grant is gone; `bug`: the request can never have been valid. */
export type Kind = 'revoked' | 'bug';

/** Thrown if a call ended a publication; its meaning for the listing is decided. */
export class CallFailed extends Error {
  override readonly name = 'CallFailed';
  readonly failure: PublicationFailure;
  readonly kind: Kind | undefined;

  constructor(failure: PublicationFailure, kind?: Kind) {
    super(failure.message);
    this.failure = failure;
    this.kind = kind;
  }
}

/** The failure for a response that contradicts another one or lacks its content. The next attempt starts from the state of the platform. */
export const again = (message: string): CallFailed =>
  new CallFailed({ code: 'platform_unavailable', message, repeat: true, scope: 'listing' });

/** The failure for too many calls; the lane waits as long as the platform asks. */
export const rateLimited = (platform: string, waitMs: number): CallFailed =>
  new CallFailed({
    code: 'rate_limited',
    message: `${platform} limits the rate of calls. The publication continues in ${Math.ceil(waitMs / 1000)} s.`,
    repeat: true,
    scope: 'target',
    retryAfterMs: waitMs,
  });

/** The failure without a response. */
export function networkFailed(platform: string, { code, message }: NetworkFailure): CallFailed {
  const text = `${platform} could not be reached: ${message}`;
  if (code === 'address_forbidden') {
    return new CallFailed({ code: 'address_forbidden', message: text, repeat: false, scope: 'target' });
  }
  const isCut = code === 'connection_lost' || code === 'timeout' || code === 'protocol_error';
  const failure = isCut ? 'connection_lost' : 'host_unreachable';
  return new CallFailed({ code: failure, message: text, repeat: true, scope: 'target' });
}
