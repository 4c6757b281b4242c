import type { AuditAction, AuditEntry, AuditOutcome, Actor } from '@estate/contracts';

export interface AuditedResource {
  type: string;
  id?: string;
}

/** An act, its actor and its subject; stored before it is done. */
export interface AuditedAct {
  action: AuditAction;
  /** Missing while an account is opened, and for what belongs to no account. */
  accountId?: string;
  actor?: Actor;
  address: string;
  requestId: string;
  /** Why it is done; written by the operator. */
  reason?: string;
  resource: AuditedResource;
}

/** How it ended, with what was not known before. */
export interface AuditedEnd extends Partial<Pick<AuditedAct, 'accountId' | 'resource'>> {
  outcome: Exclude<AuditOutcome, 'started'>;
  status?: number;
  code?: string;
}

export type StoredAuditEntry = AuditedAct &
  Omit<AuditedEnd, 'outcome'> & { id: string; at: Date; outcome: AuditOutcome; expiresAt: Date };

export const toAuditEntry = ({ expiresAt: _expiresAt, at, ...entry }: StoredAuditEntry): AuditEntry => ({
  ...entry,
  at: at.toISOString(),
});
