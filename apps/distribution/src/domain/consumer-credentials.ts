/** What a marketplace gave a customer's application; the secret lies sealed. */
export interface ConsumerRecord {
  /** Account and type in one. */
  _id: string;
  accountId: string;
  type: string;
  key: string;
  sealedSecret: string;
  createdAt: Date;
  updatedAt: Date;
}

/** The same with the secret readable. */
export interface Consumer {
  key: string;
  secret: string;
}

export const consumerId = (accountId: string, type: string): string => `${accountId}:${type}`;
