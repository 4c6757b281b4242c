import type { AuthorizationStatus } from '@estate/contracts';

/** The key and the readable secret that a platform gave a customer's application. */
export interface Consumer {
  key: string;
  secret: string;
}

/** The access token that an end user approved and that signs publications. */
export interface Grant {
  id: string;
  sealedToken: string;
  sealedSecret: string;
  /** The consumer key it was given to; it is not valid with another one. */
  consumerKey: string;
  acceptedAt: Date;
}

/** The newest page on which the end user can decide. */
export interface Invitation {
  /** Id of the authorization that the callback must name; a newer one replaces it. */
  authorizationId: string;
  url: string;
  expiresAt: Date;
}

/** The decision of the end user of a target with a redirect flow, if there is one. */
export interface TargetAuthorization {
  status: AuthorizationStatus;
  redirectUrl: string;
  /** Absent once the end user has decided. */
  invitation?: Invitation;
  grant?: Grant;
}

export interface SealedAccess {
  sealedToken: string;
  sealedSecret: string;
}

/** One redirect flow under way: from the request token until the end user comes back. */
export interface AuthorizationRecord {
  /** SHA-256 of the state, so that no one can finish the flow with the contents of the store. */
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
  /** A callback took the right to finish the flow. */
  usedAt?: Date;
  /** The access token, from its exchange until it is stored with the target: a request token can be exchanged only once. */
  access?: SealedAccess;
}
