/** The OpenID Connect provider of an account in the gateway. */
export interface StoredSignIn {
  accountId: string;
  issuer: string;
  clientId: string;
  /** The client secret, sealed for the account; absent for a public client. */
  sealedSecret?: string;
  updatedAt: Date;
}
