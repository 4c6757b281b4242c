import { REQUEST_LOG_KEPT_DAYS } from '@estate/contracts';
import type { Page, RequestLogEntry, RequestLogQuery } from '@estate/contracts';
import { readable } from '@estate/messaging';
import { dateOf, given, isDuplicateKey, madeBetween, page } from '@estate/persistence';
import type { Collection, OptionalUnlessRequiredId, PageQuery } from '@estate/persistence';
import { callEntry, gapEntry } from '../domain/logged-request.ts';
import type { LoggedRequest, RequestLogGap } from '../domain/logged-request.ts';

interface Stored {
  _id: string;
  expiresAt: Date;
}
export type CallDoc = Omit<LoggedRequest, 'id'> & Stored & { errorClass?: string };
export type GapDoc = Omit<RequestLogGap, 'id'> & Stored;

const KEPT_MS = REQUEST_LOG_KEPT_DAYS * 24 * 60 * 60 * 1000;
/** So many calls are looked at for the load of accounts. */
const LOAD_MAX = 100_000;
/** Calls of a second may be lost in a crash, so their writes do not wait for the journal. */
const QUICK = { writeConcern: { w: 1, journal: false } } as const;

/** The part of a call by which the load of accounts is counted. */
export type LoadingCall = Pick<LoggedRequest, 'accountId' | 'method' | 'route' | 'status' | 'durationMs'>;

/** The calls of the API, and where some are missing; kept for a week. */
export class RequestLogStore {
  readonly #calls: Collection<CallDoc>;
  readonly #gaps: Collection<GapDoc>;

  constructor(docs: { calls: Collection<CallDoc>; gaps: Collection<GapDoc> }) {
    this.#calls = docs.calls;
    this.#gaps = docs.gaps;
  }

  /** Stores calls; those that are stored already stay as they are. */
  async insert(calls: readonly LoggedRequest[]): Promise<void> {
    const docs = calls.map((call): CallDoc => ({
      ...toDoc(call),
      ...(call.status >= 400 && { errorClass: classOf(call.status) }),
    }));
    await insertOnce(this.#calls, docs);
  }

  async insertGaps(gaps: readonly RequestLogGap[]): Promise<void> {
    await insertOnce(this.#gaps, gaps.map(toDoc));
  }

  /** The calls of all accounts since a time, the newest first; `isLimited` says that there are more. */
  async since(time: Date): Promise<{ calls: LoadingCall[]; isLimited: boolean }> {
    const when = madeBetween<CallDoc>({ time: 'at', id: '_id' }, time);
    const projection = { accountId: 1, method: 1, route: 1, status: 1, durationMs: 1 } as const;
    const calls = await this.#calls.find(when, { projection, sort: { _id: -1 }, limit: LOAD_MAX }).toArray();
    return { calls, isLimited: calls.length === LOAD_MAX };
  }

  /** Calls that match, and every gap in their period: a missing call may match, too. */
  async list(accountId: string, query: RequestLogQuery): Promise<Page<RequestLogEntry>> {
    const { method, status, actorKind, actorId, requestId, resourceId, from, to, ...paging } = query;
    const when: object = madeBetween<CallDoc | GapDoc>({ time: 'at', id: '_id' }, dateOf(from), dateOf(to));
    const conditions = given({
      method,
      ...statusCondition(status),
      'actor.kind': actorKind,
      'actor.id': actorId,
      requestId,
      resourceIds: resourceId,
    });
    const [calls, gaps] = await Promise.all([
      page(this.#calls, { accountId, ...conditions, ...when }, paging),
      page(this.#gaps, { accountId, ...when }, paging),
    ]);
    const entries = [
      ...calls.docs.map(
        readable(({ _id, errorClass: _class, expiresAt: _at, ...call }: CallDoc) =>
          callEntry({ id: _id, ...call }),
        ),
      ),
      ...gaps.docs.map(readable(({ _id, ...gap }: GapDoc) => gapEntry({ id: _id, ...gap }))),
    ].sort(byId(paging));
    const hasMore = calls.hasMore || gaps.hasMore || entries.length > paging.limit;
    return { hasMore, data: entries.slice(0, paging.limit) };
  }
}

const classOf = (status: number): string => `${String(Math.floor(status / 100))}xx`;

/** Errors are found by their class. */
function statusCondition(status: string | undefined): object {
  if (status === undefined) return {};
  const from = Number(status.replace('xx', '00'));
  const errors = from >= 400 && { errorClass: classOf(from) };
  if (!status.endsWith('xx')) return { status: from, ...errors };
  return errors || { status: { $gte: from, $lt: from + 100 } };
}

const byId = ({ order }: PageQuery) => {
  const sign = order === 'asc' ? 1 : -1;
  return (one: { id: string }, other: { id: string }): number => (one.id < other.id ? -sign : sign);
};

function toDoc<T extends { id: string; at: Date }>({ id, ...fields }: T): Omit<T, 'id'> & Stored {
  return { _id: id, ...fields, expiresAt: new Date(fields.at.getTime() + KEPT_MS) };
}

async function insertOnce<D extends Stored>(collection: Collection<D>, docs: D[]): Promise<void> {
  try {
    await collection.insertMany(docs as OptionalUnlessRequiredId<D>[], { ...QUICK, ordered: false });
  } catch (error) {
    // A batch is stored again when its first answer was lost.
    if (!isDuplicateKey(error)) throw error;
  }
}
