export { before, forgottenInTime, matching, outboxSent, scanning } from './audit-looks.ts';
export type { ScanOptions } from './audit-looks.ts';
export { AccountTurns } from './account-turns.ts';
export type { DueLook, DueWork } from './account-turns.ts';
export { Auditor } from './auditor.ts';
export type { Invariant, AuditorOptions, Violation } from './auditor.ts';
export { createBytes } from './bytes.ts';
export type { Bytes, NamedBytes, StoredBytes } from './bytes.ts';
export { connectMongo } from './connect.ts';
export type { Database, MongoConfig } from './connect.ts';
export { createOnce } from './create-once.ts';
export { duplicateAt, isDuplicateKey, isWriteConflict, toServiceError } from './driver-errors.ts';
export { Group } from './group.ts';
export { createIdSource, firstIdAt, idTime, isId, newId, randomId } from './ids.ts';
export { ensureIndexes } from './indexes.ts';
export type { IndexSpec } from './indexes.ts';
export { GroupedInsert } from './grouped-insert.ts';
export { insertUnique } from './insert-unique.ts';
export { claim, extendLease, held, leaseOf, releaseLease, stillHeld } from './lease.ts';
export type { ClaimOptions, Lease, Leased } from './lease.ts';
export type { Log } from './log.ts';
export { OutboxRelay } from './outbox-relay.ts';
export type { OutboxRelayOptions } from './outbox-relay.ts';
export { outboxIndex } from './outbox.ts';
export type { OutboxDocument, OutboxMessage, Publisher, WithOutbox } from './outbox.ts';
export { page } from './page.ts';
export type { PageQuery } from './page.ts';
export { reseal } from './reseal.ts';
export { KeyCheckStore } from './key-checks.ts';
export type { Resealer, Resealing, SealedCollection } from './reseal.ts';
export { stepAside } from './step-aside.ts';
export { unchanged } from './unchanged.ts';
export { showOldestDue } from './show-oldest-due.ts';
export { Worker } from './worker.ts';
export type { WorkerOptions } from './worker.ts';
export type {
  AnyBulkWriteOperation,
  Collection,
  Db,
  Document,
  Filter,
  FindOneAndUpdateOptions,
  FindOptions,
  MatchKeysAndValues,
  OptionalUnlessRequiredId,
  Sort,
  UpdateFilter,
  WithId,
} from 'mongodb';
