import { createHash } from 'node:crypto';
import type { StoredAuditEntry } from '../domain/audit-entry.ts';

/** The position of an entry in the chain of its account. */
export interface ChainLink {
  /** The number, from 1 on without gaps. */
  number: number;
  /** The hash of the previous entry, and its expiry; absent for the first one. */
  previous?: { hash: string; expiresAt: Date };
  hash: string;
}

/** The newest link of a chain. */
export interface ChainHead extends Pick<ChainLink, 'number' | 'hash'> {
  expiresAt: Date;
}

/** The part of an entry that never changes. */
type Sealed = Pick<
  StoredAuditEntry,
  'id' | 'accountId' | 'at' | 'action' | 'actor' | 'address' | 'requestId' | 'reason'
>;

/** The SHA-256 of the immutable part of an entry and its position. */
export function hashOfLink(
  { id, accountId, at, action, actor, address, requestId, reason }: Sealed,
  { number, previous }: Omit<ChainLink, 'hash'>,
): string {
  const place = [accountId, number, previous?.hash, previous?.expiresAt.toISOString()];
  const act = [id, at.toISOString(), action, actor?.kind, actor?.id, actor?.name, address, requestId, reason];
  const text = JSON.stringify([...place, ...act].map((value) => value ?? null));
  return createHash('sha256').update(text).digest('hex');
}

export function nextLink(entry: Sealed, head: ChainHead | undefined): ChainLink {
  const place = {
    number: (head?.number ?? 0) + 1,
    ...(head && { previous: { hash: head.hash, expiresAt: head.expiresAt } }),
  };
  return { ...place, hash: hashOfLink(entry, place) };
}
