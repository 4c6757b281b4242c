import type { OutgoingMessage } from '@estate/messaging';
import { page } from '@estate/persistence';
import type { Collection, Filter, PageQuery } from '@estate/persistence';
import type { TargetRecord } from '../../domain/target.ts';
import {
  LANE_START,
  NEXT_GENERATION,
  NOT_BLAMED,
  NOT_STOPPED,
  VISIBLE,
  fromTargetDoc,
} from './target-document.ts';
import type { TargetDoc } from './target-document.ts';
import { writeAndSend } from './write-and-send.ts';
import type { AnnouncedTargets } from './write-and-send.ts';

const COUNTED_MAX = 10_000;

/** `paused`: by the operator. */
export const STOP_REASONS = ['paused', 'paused_by_customer', 'set_aside'] as const;
export type StopReason = (typeof STOP_REASONS)[number];

/** Since when a lane is stopped; each has an index. */
const STOPPED_SINCE = {
  paused: 'pausedAt',
  paused_by_customer: 'customerPause.at',
  set_aside: 'setAside.at',
} as const satisfies Record<StopReason, string>;

const stopped = (reason: StopReason): Filter<TargetDoc> => ({
  [STOPPED_SINCE[reason]]: { $gt: new Date(0) },
});

/** By which reasons the lanes of a state are stopped. */
const REASONS: Record<'paused' | 'set_aside', readonly StopReason[]> = {
  paused: ['paused', 'paused_by_customer'],
  set_aside: ['set_aside'],
};

type LaneState = keyof typeof REASONS | 'open';

type CountsByType = ReadonlyMap<string, number>;

/** Lanes as the operator sees and stops them, whoever the targets belong to. */
export class LaneControls {
  readonly #targets: AnnouncedTargets;
  readonly #docs: Collection<TargetDoc>;

  constructor(targets: AnnouncedTargets) {
    this.#targets = targets;
    this.#docs = targets.docs;
  }

  async list({ state, ...query }: PageQuery & { state?: LaneState | undefined }) {
    if (state !== undefined && state !== 'open') return this.#listStopped(REASONS[state], query);
    const { hasMore, docs } = await page(this.#docs, state === 'open' ? NOT_STOPPED : {}, query);
    return { hasMore, data: docs.map(fromTargetDoc) };
  }

  /** Few of all targets are stopped: the page is cut from their ids. */
  async #listStopped(reasons: readonly StopReason[], { limit, startAfter, order }: PageQuery) {
    const ids = await Promise.all(reasons.map((reason) => this.#stoppedBy(reason)));
    const sorted = [...new Set(ids.flat())].sort();
    if (order === 'desc') sorted.reverse();
    const isAfter = (id: string, last: string) => (order === 'asc' ? id > last : id < last);
    const left = startAfter === undefined ? sorted : sorted.filter((id) => isAfter(id, startAfter));
    const found = await this.#docs.find({ _id: { $in: left.slice(0, limit) } }).toArray();
    const byId = new Map(found.map((doc) => [doc._id, fromTargetDoc(doc)]));
    return { hasMore: left.length > limit, data: left.flatMap((id) => byId.get(id) ?? []) };
  }

  /** No process takes the lane from now on. A customer who cannot see the target gets no event. */
  async pause(id: string, now: Date, event: OutgoingMessage): Promise<void> {
    const filter = { _id: id, pausedAt: { $exists: false } };
    const update = { $set: { pausedAt: now } };
    const announced = { ...update, $push: { outbox: event } };
    if (await writeAndSend(this.#targets, { ...filter, ...VISIBLE }, announced)) return;
    await this.#docs.updateOne(filter, update);
  }

  /** Lets a lane that the operator paused or that is set aside be taken again; a pause of the customer stays. */
  async resume(id: string): Promise<void> {
    await this.#docs.updateOne(
      { _id: id, $or: [{ pausedAt: { $exists: true } }, { setAside: { $exists: true } }] },
      { $unset: { pausedAt: '', ...NOT_BLAMED }, $inc: NEXT_GENERATION },
    );
  }

  /** The ids of the targets that no lane takes: they are paused, set aside or held while the closing of their account can be cancelled. */
  async stopped(): Promise<ReadonlySet<string>> {
    const ids = await Promise.all(STOP_REASONS.map((reason) => this.#stoppedBy(reason)));
    const held = this.#docs.find({ 'closing.isHeld': true }, { projection: { _id: 1 } });
    return new Set([...ids.flat(), ...(await held.toArray()).map(({ _id }) => _id)]);
  }

  async #stoppedBy(reason: StopReason): Promise<string[]> {
    const docs = await this.#docs.find(stopped(reason), { projection: { _id: 1 } }).toArray();
    return docs.map(({ _id }) => _id);
  }

  /** How many lanes are stopped, by reason. */
  async countStopped(): Promise<Record<StopReason, CountsByType>> {
    return {
      paused: await this.#countByType(stopped('paused')),
      paused_by_customer: await this.#countByType(stopped('paused_by_customer')),
      set_aside: await this.#countByType(stopped('set_aside')),
    };
  }

  /** Since when the lane has been stopped that was stopped first, by reason. */
  async stoppedSince(): Promise<Record<StopReason, Date | undefined>> {
    const first = async (reason: StopReason) => {
      const sort = { [STOPPED_SINCE[reason]]: 1 } as const;
      const projection = { pausedAt: 1, 'customerPause.at': 1, 'setAside.at': 1 };
      return this.#docs.findOne(stopped(reason), { sort, projection });
    };
    return {
      paused: (await first('paused'))?.pausedAt,
      paused_by_customer: (await first('paused_by_customer'))?.customerPause?.at,
      set_aside: (await first('set_aside'))?.setAside?.at,
    };
  }

  /** How many lanes wait until later, because their platform or account refused everything. */
  countHeld(now: Date): Promise<CountsByType> {
    return this.#countByType({ retryAt: { $gt: now } });
  }

  async #countByType(filter: Filter<TargetDoc>): Promise<CountsByType> {
    const docs = await this.#docs
      .find(filter, { projection: { _id: 0, type: 1 } })
      .limit(COUNTED_MAX)
      .toArray();
    const counts = new Map<string, number>();
    for (const { type } of docs) counts.set(type, (counts.get(type) ?? 0) + 1);
    return counts;
  }

  /** The types of targets, by id. */
  async typesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const docs = await this.#docs.find({ _id: { $in: [...ids] } }, { projection: { type: 1 } }).toArray();
    return new Map(docs.map(({ _id, type }) => [_id, type]));
  }

  /** Gives the lane a fresh start and asks for everything of the target to be published again, or to be taken off before. */
  async reconcile(
    id: string,
    how: Pick<TargetRecord, 'republish' | 'emptying'>,
  ): Promise<TargetRecord | null> {
    const fresh = { $set: { ...how, ...LANE_START }, $inc: NEXT_GENERATION };
    const doc = await this.#docs.findOneAndUpdate({ _id: id }, fresh, { returnDocument: 'after' });
    return doc && fromTargetDoc(doc);
  }
}
