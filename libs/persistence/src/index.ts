export { before, forgottenInTime, matching, outboxSent, scanning } from './audit-looks.ts';
export type { ScanOptions } from './audit-looks.ts';
export { AccountTurns } from './account-turns.ts';
export type { DueLook, DueWork } from './account-turns.ts';
export { Auditor } from './auditor.ts';
export type { Invariant, AuditorOptions } from './auditor.ts';
export type { Bytes, NamedBytes, StoredBytes } from './bytes.ts';
export { connectMongo } from './connect.ts';
export type { Database, MongoConfig } from './connect.ts';
export { createOnce } from './create-once.ts';
export { duplicateAt, isDuplicateKey, isWriteConflict, toServiceError } from './driver-errors.ts';
export { Batcher } from './batcher.ts';
export { BatchedInsert } from './batched-insert.ts';
export { createIdSource, firstIdAt, newId, randomId } from './ids.ts';
export { ensureIndexes } from './indexes.ts';
export type { IndexSpec } from './indexes.ts';
export { firstDueOfEach } from './first-due-of-each.ts';
export { startHeartbeat } from './heartbeat.ts';
export type { Heartbeat, HeartbeatOptions } from './heartbeat.ts';
export { insertUnique } from './insert-each.ts';
export {
  CRASHES_MAX,
  claim,
  claimedAtInsert,
  crashesBefore,
  extendLease,
  held,
  leaseFor,
  leaseOf,
  releaseLease,
} from './lease.ts';
export type { ClaimBy, ClaimOptions, HeldLease, Lease, Leased } from './lease.ts';
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
export { sweepBytes } from './sweep-bytes.ts';
export { stepAside } from './step-aside.ts';
export { unchanged } from './unchanged.ts';
export { showOldestDue } from './show-oldest-due.ts';
export { WorkQueue, dueIndex } from './work-queue.ts';
export type { Changes, Claim, WorkFields, WorkQueueOptions, WorkSchedule } from './work-queue.ts';
export { WorkRunner, isAbandoned, isSuspect } from './work-runner.ts';
export type { WorkEnd, WorkReport, WorkRunnerOptions } from './work-runner.ts';
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
export { AUDIT_METRICS, OUTBOX_METRICS, QUEUE_METRICS } from './metrics.ts';
