import { eraseAccount } from './closing.ts';
import type { Operation } from './define-operation.ts';
import type { Owner } from './define-owner-operation.ts';
import { findAnything } from './find.ts';
import { listWaiting } from './load.ts';
import { resealSecrets, retell, settleRestore } from './operator.ts';
import { listUsage } from './usage.ts';
import { listViolations, repairViolations } from './violations.ts';

const operations = {
  eraseAccount,
  findAnything,
  listUsage,
  listViolations,
  listWaiting,
  repairViolations,
  resealSecrets,
  retell,
  settleRestore,
};
type Operations = typeof operations;
type OperationOf<N extends Owner> = {
  [Name in keyof Operations]: N extends keyof Operations[Name] ? Operations[Name][N] : never;
}[keyof Operations];

/** The operations that every service with data of accounts implements. */
export const ownerOperations = <const N extends Owner>(owner: N) =>
  Object.values<Partial<Record<Owner, Operation>>>(operations).flatMap(
    (byOwner) => byOwner[owner] ?? [],
  ) as OperationOf<N>[];
