import type { AuthorizationStatus } from '@estate/contracts';

/** What an end user approved: the access that publications are signed with. */
export interface Grant {
  id: string;
  sealedToken: string;
  sealedSecret: string;
  /** The consumer key it was given to; with another one it is worth nothing. */
  consumerKey: string;
  acceptedAt: Date;
}

/** The newest way to the end user's decision. */
export interface Invitation {
  /** Id of the authorization that the callback must name; a newer one replaces it. */
  authorizationId: string;
  url: string;
  expiresAt: Date;
}

/** How a target of a type with a redirect flow stands with its end user. */
export interface TargetAuthorization {
  status: AuthorizationStatus;
  redirectUrl: string;
  /** Absent once the end user has decided. */
  invitation?: Invitation;
  grant?: Grant;
}

/** One redirect flow under way: from the request token until the end user comes back. */
export interface AuthorizationRecord {
  /** SHA-256 of the state, so that the store alone lets nobody finish it. */
  id: string;
  accountId: string;
  targetId: string;
  type: string;
  redirectUrl: string;
  requestToken: string;
  sealedRequestSecret: string;
  consumerKey: string;
  createdAt: Date;
  expiresAt: Date;
  /** The callback came; a second one is refused. */
  usedAt?: Date;
}

/** Where the end user lands after a decision. */
export function landing(redirectUrl: string, targetId: string, status: 'accepted' | 'rejected'): string {
  const url = new URL(redirectUrl);
  url.searchParams.set('targetId', targetId);
  url.searchParams.set('status', status);
  return url.href;
}
