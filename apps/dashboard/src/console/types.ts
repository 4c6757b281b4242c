/** The responses of the operator routes, which are not part of the public API or its client. */
export interface OperatorKey {
  id: string;
  name: string;
  prefix: string;
  lastFour: string;
  createdAt: string;
  lastUsedAt?: string;
}

export type NewOperatorKey = OperatorKey & { key: string };

export interface Found {
  kind: string;
  id: string;
  accountId?: string;
  parentId?: string;
  name?: string;
}

export interface Lane {
  id: string;
  accountId: string;
  type: string;
  pausedAt?: string;
  customerPause?: { at: string; reason?: string };
  setAside?: { at: string; deaths: number };
  working: boolean;
  dueCount: number;
  oldestDueAt?: string;
}

export interface OperatorMail {
  id: string;
  receivedAt: string;
  source: string;
  state: 'pending' | 'parsed' | 'quarantined' | 'failed';
  sizeBytes: number;
  sender?: string;
  recipients: string[];
  subject?: string;
  targetIds: string[];
  requestCount: number;
  failureCode?: string;
  failureMessage?: string;
}

export interface ViolationReport {
  data: Violation[];
  rounds: { service: string; walk: string; documents: number; looked: number; seconds: number }[];
  away: string[];
}

export interface Violation {
  service: string;
  /** The name of the invariant. */
  promise: string;
  count: number;
  ids: string[];
  meaning?: string;
  advice: string;
  isRepairable?: boolean;
}

export interface RepairReport {
  data: { service: string; promise: string; repaired: string[]; left: number }[];
  away: string[];
}

export interface SignInSettings {
  issuer: string;
  clientId: string;
  hasClientSecret: boolean;
  signInUrl: string;
  updatedAt: string;
}
