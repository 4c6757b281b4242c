import { page } from '@estate/persistence';
import type { Collection, Filter, PageQuery } from '@estate/persistence';
import type { TargetRecord } from '../../domain/target.ts';
import { LANE_START, NEXT_GENERATION, NOT_BLAMED, fromTargetDoc } from './target-document.ts';
import type { TargetDoc } from './target-document.ts';

const COUNTED_MAX = 10_000;

export const STOP_REASONS = ['paused', 'set_aside'] as const;
export type StopReason = (typeof STOP_REASONS)[number];

const STOPPED: Record<StopReason, Filter<TargetDoc>> = {
  paused: { pausedAt: { $gt: new Date(0) } },
  set_aside: { 'setAside.at': { $gt: new Date(0) } },
};

const IN_STATE = { ...STOPPED, open: { pausedAt: { $exists: false }, setAside: { $exists: false } } };

type CountsByType = ReadonlyMap<string, number>;

/** Lanes as the operator sees and stops them, whoever the targets belong to. */
export class LaneControls {
  readonly #docs: Collection<TargetDoc>;

  constructor(docs: Collection<TargetDoc>) {
    this.#docs = docs;
  }

  async list({ state, ...query }: PageQuery & { state?: keyof typeof IN_STATE | undefined }) {
    const { hasMore, docs } = await page(this.#docs, state === undefined ? {} : IN_STATE[state], query);
    return { hasMore, data: docs.map(fromTargetDoc) };
  }

  /** No process takes the lane from now on. */
  async pause(id: string, now: Date): Promise<void> {
    await this.#docs.updateOne({ _id: id, pausedAt: { $exists: false } }, { $set: { pausedAt: now } });
  }

  /** Lets a lane that is paused or set aside be taken again. */
  async resume(id: string): Promise<void> {
    await this.#docs.updateOne(
      { _id: id, $or: [{ pausedAt: { $exists: true } }, { setAside: { $exists: true } }] },
      { $unset: { pausedAt: '', ...NOT_BLAMED }, $inc: NEXT_GENERATION },
    );
  }

  /** The ids of the targets that no lane takes: the operator paused them, or they are set aside. */
  async stopped(): Promise<ReadonlySet<string>> {
    const read = (reason: StopReason) =>
      this.#docs.find(STOPPED[reason], { projection: { _id: 1 } }).toArray();
    const docs = await Promise.all(STOP_REASONS.map(read));
    return new Set(docs.flat().map(({ _id }) => _id));
  }

  /** How many lanes are paused, and how many set aside. */
  async countStopped(): Promise<Record<StopReason, CountsByType>> {
    return {
      paused: await this.#countByType(STOPPED.paused),
      set_aside: await this.#countByType(STOPPED.set_aside),
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
