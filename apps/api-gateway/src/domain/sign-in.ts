/** The OpenID Connect provider of an account as the gateway keeps it. */
export interface StoredSignIn {
  accountId: string;
  issuer: string;
  clientId: string;
  /** The client secret, sealed for the account; a public client has none. */
  sealedSecret?: string;
  updatedAt: Date;
}
