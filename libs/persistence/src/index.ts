export {
  before,
  beyondPlan,
  correcting,
  dueWithinSchedule,
  forgottenInTime,
  haveAnyExpiry,
  matching,
} from './audit/audit-looks.ts';
export { LEASE_WORDS, danglingIds, leaseEnds, ofDocument } from './audit/audit-rules.ts';
export { walking } from './audit/audit-walk.ts';
export type { AuditWalkDoc, LookTimes, WalkOptions, WalkRule } from './audit/audit-walk.ts';
export { AccountEraser } from './collections/account-eraser.ts';
export type { ErasedAccount } from './collections/account-eraser.ts';
export { erasingLeftovers } from './collections/erase-leftovers.ts';
export { AccountTurns } from './work/account-turns.ts';
export type { DueLook, DueWork } from './work/account-turns.ts';
export { AttemptCounter } from './records/attempt-counter.ts';
export type { CountedAttempt } from './records/attempt-counter.ts';
export { AttemptDays, lastDays } from './records/attempt-days.ts';
export { Auditor } from './audit/auditor.ts';
export type { AuditorOptions, Invariant, Pass, RepairOrder, Round, Rule } from './audit/auditor.ts';
export { BytesMissing } from './bytes/blobs.ts';
export type {
  Blob,
  BlobKey,
  BlobPortion,
  Blobs,
  Expected,
  MarkedBlobs,
  NewFiles,
  Sized,
} from './bytes/blobs.ts';
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
export { gridFs } from './bytes/bucket.ts';
export type { ByteStores, NamedBlobs } from './bytes/bucket.ts';
export { GRIDFS } from './bytes/byte-index.ts';
export { checkBytes } from './bytes/check-bytes.ts';
export { moveBytes } from './bytes/move-bytes.ts';
export type { MoveProgress, MoveResult } from './bytes/move-bytes.ts';
export { POOL_SIZE, connectMongo } from './connect.ts';
export type { Database, MongoConfig } from './connect.ts';
export { createOnce } from './mongo/create-once.ts';
export { defineCollection, shardKeysOf } from './collections/define-collection.ts';
export type { Collections, ErasedPerson, PersonRule, ShardKeys } from './collections/define-collection.ts';
export { DatabaseClock, goBy } from './mongo/database-clock.ts';
export { duplicateAt, isDuplicateKey, isWriteConflict, toServiceError } from './mongo/driver-errors.ts';
export { BatchedFind } from './mongo/batched-find.ts';
export { Batcher } from './mongo/batcher.ts';
export { BatchedInsert } from './mongo/batched-insert.ts';
export { createIdSource, firstIdAt, idAt, newId, randomId, timeOfId } from './mongo/ids.ts';
export { expiringIn } from './mongo/indexes.ts';
export type { IndexSpec } from './mongo/indexes.ts';
export type { Finder } from './mongo/finder.ts';
export { given } from './mongo/given-conditions.ts';
export { dateOf, madeBetween } from './mongo/made-between.ts';
export { firstDueOfEach } from './work/first-due-of-each.ts';
export { History } from './records/history.ts';
export type { WithHistory } from './records/history.ts';
export { startHeartbeat } from './work/heartbeat.ts';
export type { Heartbeat, HeartbeatOptions } from './work/heartbeat.ts';
export { insertUnique } from './mongo/insert-each.ts';
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
} from './work/lease.ts';
export type { ClaimBy, ClaimOptions, HeldLease, Lease, Leased } from './work/lease.ts';
export {
  attemptDaysCollection,
  backboneCollections,
  erasedCollection,
  publishedMessagesCollection,
  statisticsCollection,
  timelineCollection,
  usageCollections,
  withoutData,
} from './collections/library-collections.ts';
export type { Log } from './mongo/log.ts';
export {
  applyRules,
  collectionsIn,
  erasePersonFrom,
  openCollections,
} from './collections/open-collections.ts';
export type { Opened } from './collections/open-collections.ts';
export { OutboxRelay } from './outbox/outbox-relay.ts';
export type { OutboxRelayOptions } from './outbox/outbox-relay.ts';
export { PublishedMessages } from './outbox/published-messages.ts';
export type { PublishedMessageDoc, PublishedMessagesOptions } from './outbox/published-messages.ts';
export { RestoreWatch } from './outbox/restore-watch.ts';
export type { Mark, Marks, Restore, RestoreSteps } from './outbox/restore-watch.ts';
export { Retelling } from './outbox/retelling.ts';
export type { RetellingOptions } from './outbox/retelling.ts';
export type { StreamState } from './outbox/stream-states.ts';
export type { Acknowledged, OutboxDocument, OutboxMessage, Publisher, WithOutbox } from './outbox/outbox.ts';
export { countUpTo } from './mongo/count-up-to.ts';
export type { BoundedCount } from './mongo/count-up-to.ts';
export { narrow } from './mongo/narrow-filter.ts';
export { newestFirst } from './mongo/newest-first.ts';
export { page } from './mongo/page.ts';
export { searchPage } from './mongo/search-page.ts';
export type { Search, SearchedPage } from './mongo/search-page.ts';
export type { WalkDoc } from './mongo/portions.ts';
export { Backfill } from './mongo/backfill.ts';
export { ErasureTally } from './collections/erasure-tally.ts';
export {
  addressesIn,
  identifyingAddress,
  normalizedAddress,
  personKeysOf,
} from './collections/person-keys.ts';
export { stringsIn, withoutPerson, withoutWords } from './collections/without-person.ts';
export type { DocumentPage, PageQuery } from './mongo/page.ts';
export { flawedIds, namedIn, referenceFields, referenceRules, referenceWalk } from './audit/references.ts';
export type { FindNamed, Named, Reference } from './audit/references.ts';
export { reseal } from './secrets/reseal.ts';
export { sealsOpen } from './secrets/seals-open.ts';
export { KeyCheckStore } from './secrets/key-checks.ts';
export type { Resealer, Resealing, SealedCollection } from './secrets/reseal.ts';
export { conditionsOnWords, findingTerms, isOneWord, termsOf } from './mongo/search-terms.ts';
export { sweepBytes } from './bytes/sweep-bytes.ts';
export { wholeBytes } from './bytes/whole-bytes.ts';
export { stepAside } from './mongo/pause-after-conflict.ts';
export { TimelineStore, newestOf } from './records/timeline-store.ts';
export type { KeptEntry, TimelineDoc, TimelineOf } from './records/timeline-store.ts';
export { unchanged } from './mongo/unchanged-fields.ts';
export { showOldestDue } from './work/show-oldest-due.ts';
export type { WaitingWork } from './work/waiting-work.ts';
export { WorkQueue, dueIndex } from './queue/work-queue.ts';
export type { Changes, Claim, WorkFields, WorkQueueOptions, WorkSchedule } from './queue/work-queue.ts';
export { WorkRunner, isAbandoned, isSuspect } from './queue/work-runner.ts';
export type { WorkEnd, WorkReport, WorkRunnerOptions } from './queue/work-runner.ts';
export type { DayPeriod } from './records/statistics-part.ts';
export { endsOf, statisticsOf, statisticsPart } from './records/statistics-part.ts';
export { UsageStore } from './records/usage-store.ts';
export type { Counts } from './records/usage-store.ts';
export { UsageTally, flow, level, usageWorker } from './records/usage-tally.ts';
export type { Flow, Level } from './records/usage-tally.ts';
export { Worker } from './work/worker.ts';
export type { WorkerOptions } from './work/worker.ts';
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
export { AUDIT_METRICS, OUTBOX_METRICS, QUEUE_METRICS } from './mongo/metrics.ts';
