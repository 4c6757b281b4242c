import type { OperatorKey } from '@estate/contracts';

/** A key of the operator in the gateway: its hash, never the key. */
export interface StoredOperatorKey {
  id: string;
  name: string;
  hash: string;
  prefix: string;
  lastFour: string;
  createdAt: Date;
  lastUsedAt?: Date;
}

export const toOperatorKey = ({ createdAt, lastUsedAt, ...key }: StoredOperatorKey): OperatorKey => ({
  id: key.id,
  name: key.name,
  prefix: key.prefix,
  lastFour: key.lastFour,
  createdAt: createdAt.toISOString(),
  ...(lastUsedAt && { lastUsedAt: lastUsedAt.toISOString() }),
});
