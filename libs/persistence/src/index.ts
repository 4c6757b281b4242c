export {
  before,
  beyondPlan,
  correcting,
  dueWithinSchedule,
  forgottenInTime,
  haveAnyExpiry,
  matching,
} from './audit-looks.ts';
export { LEASE_WORDS, danglingIds, leaseEnds, ofDocument } from './audit-rules.ts';
export { walking } from './audit-walk.ts';
export type { AuditWalkDoc, LookTimes, WalkOptions, WalkRule } from './audit-walk.ts';
export { AccountEraser } from './account-eraser.ts';
export type { ErasedAccount } from './account-eraser.ts';
export { erasingLeftovers } from './erase-leftovers.ts';
export { AccountTurns } from './account-turns.ts';
export type { DueLook, DueWork } from './account-turns.ts';
export { AttemptCounter } from './attempt-counter.ts';
export type { CountedAttempt } from './attempt-counter.ts';
export { AttemptDays, lastDays } from './attempt-days.ts';
export { Auditor } from './auditor.ts';
export type { AuditorOptions, Invariant, Pass, RepairOrder, Round, Rule } from './auditor.ts';
export { BytesMissing } from './bytes/blobs.ts';
export type { Blob, BlobKey, BlobPortion, Blobs, Expected, MarkedBlobs, Sized } from './bytes/blobs.ts';
export type {
  Bytes,
  BytesToPass,
  FileToStore,
  NamedBytes,
  StoredBytes,
  StoredUpload,
} from './bytes/bytes.ts';
export { contentProblem } from './bytes/content-problem.ts';
export { cut } from './bytes/cut.ts';
export { piecesOfFile } from './bytes/pieces-of-file.ts';
export { gridFs } from './bytes/bucket.ts';
export type { ByteStores, NamedBlobs } from './bytes/bucket.ts';
export { GRIDFS } from './bytes/byte-index.ts';
export { checkBytes } from './bytes/check-bytes.ts';
export { moveBytes } from './bytes/move-bytes.ts';
export type { MoveProgress, MoveResult } from './bytes/move-bytes.ts';
export { connectMongo } from './connect.ts';
export type { Database, MongoConfig } from './connect.ts';
export { createOnce } from './create-once.ts';
export { defineCollection, shardKeysOf } from './define-collection.ts';
export type { Collections, ErasedPerson, PersonRule, ShardKeys } from './define-collection.ts';
export { DatabaseClock, goBy } from './database-clock.ts';
export { duplicateAt, isDuplicateKey, isWriteConflict, toServiceError } from './driver-errors.ts';
export { BatchedFind } from './batched-find.ts';
export { Batcher } from './batcher.ts';
export { BatchedInsert } from './batched-insert.ts';
export { createIdSource, firstIdAt, idAt, newId, randomId, timeOfId } from './ids.ts';
export { expiringIn } from './indexes.ts';
export type { IndexSpec } from './indexes.ts';
export type { Finder } from './finder.ts';
export { given } from './given.ts';
export { dateOf, madeBetween } from './made-between.ts';
export { firstDueOfEach } from './first-due-of-each.ts';
export { History } from './history.ts';
export type { WithHistory } from './history.ts';
export { startHeartbeat } from './heartbeat.ts';
export type { Heartbeat, HeartbeatOptions } from './heartbeat.ts';
export { insertUnique } from './insert-each.ts';
export {
  CRASHES_MAX,
  beyondLeases,
  claim,
  claimedAtInsert,
  crashesBefore,
  extendLease,
  held,
  leaseFor,
  leaseOf,
  overAt,
  releaseLease,
} from './lease.ts';
export type { ClaimBy, ClaimOptions, HeldLease, Lease, Leased } from './lease.ts';
export {
  attemptDaysCollection,
  backboneCollections,
  erasedCollection,
  publishedMessagesCollection,
  statisticsCollection,
  timelineCollection,
  usageCollections,
  withoutData,
} from './library-collections.ts';
export type { Log } from './log.ts';
export { applyRules, collectionsIn, erasePersonFrom, openCollections } from './open-collections.ts';
export type { Opened } from './open-collections.ts';
export { OutboxRelay } from './outbox-relay.ts';
export type { OutboxRelayOptions } from './outbox-relay.ts';
export { PublishedMessages } from './published-messages.ts';
export type { PublishedMessageDoc, PublishedMessagesOptions } from './published-messages.ts';
export { RestoreWatch } from './restore-watch.ts';
export type { Mark, Marks, Restore, RestoreSteps } from './restore-watch.ts';
export { Retelling } from './retelling.ts';
export type { RetellingOptions } from './retelling.ts';
export type { StreamState } from './stream-states.ts';
export type { Acknowledged, OutboxDocument, OutboxMessage, Publisher, WithOutbox } from './outbox.ts';
export { countUpTo } from './count-up-to.ts';
export type { BoundedCount } from './count-up-to.ts';
export { narrow } from './narrow.ts';
export { newestFirst } from './newest-first.ts';
export { page } from './page.ts';
export { searchPage } from './search-page.ts';
export type { Search, SearchedPage } from './search-page.ts';
export { Portions } from './portions.ts';
export type { Portion, WalkDoc } from './portions.ts';
export { Backfill } from './backfill.ts';
export { ErasureTally } from './erasure-tally.ts';
export { addressesIn, identifyingAddress, normalizedAddress, personKeysOf } from './person-keys.ts';
export type { DocumentPage, PageQuery } from './page.ts';
export { flawedIds, namedIn, referenceFields, referenceRules, referenceWalk } from './references.ts';
export type { FindNamed, Named, Reference } from './references.ts';
export { reseal } from './reseal.ts';
export { sealsOpen } from './seals-open.ts';
export { KeyCheckStore } from './key-checks.ts';
export type { Resealer, Resealing, SealedCollection } from './reseal.ts';
export { conditionsOnWords, findingTerms, isOneWord, termsOf } from './search-terms.ts';
export { sweepBytes } from './bytes/sweep-bytes.ts';
export { wholeBytes } from './bytes/whole-bytes.ts';
export { stepAside } from './step-aside.ts';
export { TimelineStore, newestOf } from './timeline-store.ts';
export type { KeptEntry, TimelineDoc, TimelineOf } from './timeline-store.ts';
export { unchanged } from './unchanged.ts';
export { showOldestDue } from './show-oldest-due.ts';
export type { WaitingWork } from './waiting-work.ts';
export { WorkQueue, dueIndex } from './work-queue.ts';
export type { Changes, Claim, WorkFields, WorkQueueOptions, WorkSchedule } from './work-queue.ts';
export { WorkRunner, isAbandoned, isSuspect } from './work-runner.ts';
export type { WorkEnd, WorkReport, WorkRunnerOptions } from './work-runner.ts';
export type { DayPeriod } from './statistics-part.ts';
export { endsOf, statisticsOf, statisticsPart } from './statistics-part.ts';
export { UsageStore } from './usage-store.ts';
export type { Counts } from './usage-store.ts';
export { UsageTally, flow, level, usageWorker } from './usage-tally.ts';
export type { Flow, Level } from './usage-tally.ts';
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
