import type { Actor, RequestLogEntry } from '@estate/contracts';

/** A stored call. */
export interface LoggedRequest {
  id: string;
  accountId: string;
  at: Date;
  method: string;
  route: string;
  path: string;
  status: number;
  code?: string;
  durationMs: number;
  actor: Actor;
  address: string;
  requestId: string;
  resourceIds: readonly string[];
}

/** Calls of an account that are missing, because they could not be stored. */
export interface RequestLogGap {
  id: string;
  accountId: string;
  since: Date;
  at: Date;
  missing: number;
}

export const callEntry = (call: Omit<LoggedRequest, 'accountId'>): RequestLogEntry => ({
  ...call,
  kind: 'call',
  at: call.at.toISOString(),
  resourceIds: [...call.resourceIds],
});

export const gapEntry = ({ id, since, at, missing }: RequestLogGap): RequestLogEntry => ({
  id,
  kind: 'gap',
  at: at.toISOString(),
  since: since.toISOString(),
  missing,
});
