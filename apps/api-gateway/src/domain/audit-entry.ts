import type { AuditAction, AuditEntry, AuditOutcome, Actor } from '@estate/contracts';

export interface AuditedResource {
  type: string;
  id?: string;
}

/** An action, its actor and its subject; stored before it is done. */
export interface AuditedAct {
  action: AuditAction;
  /** Absent while an account is opened, and for actions outside of accounts. */
  accountId?: string;
  actor?: Actor;
  address: string;
  requestId: string;
  /** The reason, written by the operator. */
  reason?: string;
  resource: AuditedResource;
}

/** The outcome of an action, with what was not known before. */
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
