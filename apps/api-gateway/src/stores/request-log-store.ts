import { REQUEST_LOG_KEPT_DAYS } from '@estate/contracts';
import type { Page, RequestLogEntry, RequestLogQuery } from '@estate/contracts';
import { readable } from '@estate/messaging';
import { dateOf, firstIdAt, given, isDuplicateKey, madeBetween, page, timeOfId } from '@estate/persistence';
import type { Collection, OptionalUnlessRequiredId, PageQuery } from '@estate/persistence';
import { z } from 'zod';
import { callEntry, gapEntry } from '../domain/logged-request.ts';
import type { LoggedRequest, RequestLogGap } from '../domain/logged-request.ts';
import { askedCalls, classOf } from './asked-calls.ts';

interface Stored {
  _id: string;
  expiresAt: Date;
}

/**
 * Calls of an account whose ids one process made in one second; its id is that of the first one. The ids of a second sort by process, so
 * buckets sort like their calls. Filtered fields have the same paths as in a `SingleCallDoc`: the same filters and indexes find both.
 */
interface BucketDoc extends Stored {
  accountId: string;
  calls: Omit<LoggedRequest, 'accountId'>[];
  method: string[];
  status: number[];
  actor: { kind: string[]; id: string[] };
  requestId: string[];
  resourceIds: string[];
  errorClass?: string[];
}
/** A call in the format of the version before buckets; none is left a week after the last process of that version has ended. */
type SingleCallDoc = Omit<LoggedRequest, 'id'> & Stored & { errorClass?: string };
export type CallsDoc = BucketDoc | SingleCallDoc;
export type GapDoc = Omit<RequestLogGap, 'id'> & Stored;

const KEPT_MS = REQUEST_LOG_KEPT_DAYS * 24 * 60 * 60 * 1000;
/** The maximum number of calls that are read for the load of accounts. */
const LOAD_MAX = 100_000;
/** The batch size: the buckets of many accounts have one call each, and one of a single account has up to 16 kB in the projection. */
const LOADED_AT_ONCE = 500;
/** Calls of a second may be lost in a crash, so their writes do not wait for the journal. */
const QUICK = { writeConcern: { w: 1, journal: false } } as const;
/** The projection for buckets and single calls. */
const LOADING = Object.fromEntries(
  [
    'accountId',
    ...['at', 'method', 'route', 'status', 'durationMs'].flatMap((name) => [name, `calls.${name}`]),
  ].map((name) => [name, 1] as const),
);
/** The batch size, together up to 1.3 MB. */
const BUCKETS_AT_ONCE = 20;

/** The part of a call for the load of accounts. */
export type LoadingCall = Pick<LoggedRequest, 'accountId' | 'method' | 'route' | 'status' | 'durationMs'>;
const LoadingCallShape = z.object({
  ...{ at: z.date(), method: z.string(), route: z.string(), status: z.number(), durationMs: z.number() },
});

/** The calls of the API, and their gaps; kept for a week. */
export class RequestLogStore {
  readonly #calls: Collection<CallsDoc>;
  readonly #gaps: Collection<GapDoc>;

  constructor(docs: { calls: Collection<CallsDoc>; gaps: Collection<GapDoc> }) {
    this.#calls = docs.calls;
    this.#gaps = docs.gaps;
  }

  /** Stores buckets; existing ones stay as they are. */
  async insert(buckets: readonly (readonly LoggedRequest[])[]): Promise<void> {
    await insertOnce(this.#calls, buckets.map(bucketOf));
  }

  async insertGaps(gaps: readonly RequestLogGap[]): Promise<void> {
    const docs = gaps.map(({ id, ...gap }) => ({ _id: id, ...gap, expiresAt: expiryOf([gap]) }));
    await insertOnce(this.#gaps, docs);
  }

  /** The calls of all accounts since a time, the newest first; `isLimited`: there are more. */
  async since(time: Date): Promise<{ calls: LoadingCall[]; isLimited: boolean }> {
    const buckets = this.#calls
      .find(madeBetween<CallsDoc>({ id: '_id' }, time), { projection: LOADING })
      .sort({ _id: -1 })
      .batchSize(LOADED_AT_ONCE);
    const calls: LoadingCall[] = [];
    for await (const bucket of buckets) {
      const { accountId } = bucket;
      for (const call of readableCallsIn(bucket)) if (call.at >= time) calls.push({ ...call, accountId });
      if (calls.length >= LOAD_MAX) break;
    }
    return { calls: calls.slice(0, LOAD_MAX), isLimited: calls.length >= LOAD_MAX };
  }

  /** Matching calls, and every gap in their period: a missing call may match, too. */
  async list(accountId: string, query: RequestLogQuery): Promise<Page<RequestLogEntry>> {
    const { from, to, limit, startAfter, order } = query;
    const when = madeBetween<GapDoc>({ time: 'at', id: '_id' }, dateOf(from), dateOf(to));
    const [calls, gaps] = await Promise.all([
      this.#callsOf(accountId, query),
      page(this.#gaps, { accountId, ...when }, { limit, startAfter, order }),
    ]);
    const entries = [
      ...calls,
      ...gaps.docs.map(readable(({ _id, ...gap }: GapDoc) => gapEntry({ id: _id, ...gap }))),
    ].sort(byId(query));
    return { hasMore: gaps.hasMore || entries.length > limit, data: entries.slice(0, limit) };
  }

  /** The matching calls, one more than the page if there are more. */
  async #callsOf(accountId: string, query: RequestLogQuery): Promise<RequestLogEntry[]> {
    const isAsked = askedCalls(query);
    const buckets = this.#calls
      .find({ accountId, ...conditionsOf(query) })
      .sort({ _id: query.order === 'asc' ? 1 : -1 })
      .batchSize(Math.min(query.limit + 1, BUCKETS_AT_ONCE));
    const found: RequestLogEntry[] = [];
    for await (const bucket of buckets) {
      const entries = readable((doc: CallsDoc) => callsIn(doc).filter(isAsked).map(readable(callEntry)));
      found.push(...[entries(bucket)].flat());
      if (found.length > query.limit) break;
    }
    return found;
  }
}

function bucketOf(calls: readonly LoggedRequest[]): BucketDoc {
  const [{ id, accountId }] = calls as readonly [LoggedRequest];
  const actors = calls.map(({ actor }) => actor);
  const errors = calls.flatMap(({ status }) => (status >= 400 ? classOf(status) : []));
  return {
    _id: id,
    accountId,
    calls: calls.map(({ accountId: _same, ...call }) => call),
    method: distinct(calls.map(({ method }) => method)),
    status: distinct(calls.map(({ status }) => status)),
    actor: {
      kind: distinct(actors.map(({ kind }) => kind)),
      id: distinct(actors.flatMap((one) => one.id ?? [])),
    },
    requestId: distinct(calls.map(({ requestId }) => requestId)),
    resourceIds: distinct(calls.flatMap(({ resourceIds }) => resourceIds)),
    ...(errors.length > 0 && { errorClass: distinct(errors) }),
    expiresAt: expiryOf(calls),
  };
}

const distinct = <T>(values: readonly T[]): T[] => [...new Set(values)];

const expiryOf = (entries: readonly { at: Date }[]): Date =>
  new Date(Math.max(...entries.map(({ at }) => at.getTime())) + KEPT_MS);

function callsIn(doc: CallsDoc): BucketDoc['calls'] {
  if ('calls' in doc) return doc.calls;
  const { _id: id, expiresAt: _at, errorClass: _class, accountId: _same, ...call } = doc;
  return [{ id, ...call }];
}

/** The readable calls; a damaged one has no load. */
const readableCallsIn = (doc: CallsDoc): BucketDoc['calls'] =>
  [callsIn(doc)].flat().filter((call) => LoadingCallShape.safeParse(call).success);

/** Conditions on documents with a call that may match. */
function conditionsOf(query: RequestLogQuery): object {
  const { method, status, actorKind, actorId, requestId, resourceId, from, to, startAfter, order } = query;
  const asked = given({
    method,
    ...statusCondition(status),
    'actor.kind': actorKind,
    'actor.id': actorId,
    requestId,
    resourceIds: resourceId,
  });
  const when = { ...madeBetween<CallsDoc>({ id: '_id' }, dateOf(from), dateOf(to)), ...oneCallWith(query) };
  if (startAfter === undefined) return { ...asked, ...when };
  // A bucket with later calls can begin before this one, in the same second.
  const bound = order === 'asc' ? { $gte: firstIdAt(timeOfId(startAfter)) } : { $lt: startAfter };
  return { ...asked, ...when, _id: bound };
}

/** Requires one call with all values; without this, every bucket whose calls have them together would be read. */
function oneCallWith({ method, status, actorKind, actorId, requestId, resourceId }: RequestLogQuery): object {
  const from = Number(status?.replace('xx', '00'));
  const exact = given({
    method,
    status: status?.endsWith('xx') ? { $gte: from, $lt: from + 100 } : status && from,
    'actor.kind': actorKind,
    'actor.id': actorId,
    requestId,
    resourceIds: resourceId,
  });
  if (Object.keys(exact).length < 2) return {};
  return { $or: [{ calls: { $exists: false } }, { calls: { $elemMatch: exact } }] };
}

/** A condition on the status; errors are found by their class. */
function statusCondition(status: string | undefined): object {
  if (status === undefined) return {};
  const from = Number(status.replace('xx', '00'));
  const errors = from >= 400 && { errorClass: classOf(from) };
  if (!status.endsWith('xx')) return { status: from, ...errors };
  return errors || { status: { $gte: from, $lt: from + 100 } };
}

const byId = ({ order }: Pick<PageQuery, 'order'>) => {
  const sign = order === 'asc' ? 1 : -1;
  return (one: { id: string }, other: { id: string }): number => (one.id < other.id ? -sign : sign);
};

async function insertOnce<D extends Stored>(collection: Collection<D>, docs: D[]): Promise<void> {
  try {
    await collection.insertMany(docs as OptionalUnlessRequiredId<D>[], { ...QUICK, ordered: false });
  } catch (error) {
    // A batch is stored again if its first response was lost.
    if (!isDuplicateKey(error)) throw error;
  }
}
