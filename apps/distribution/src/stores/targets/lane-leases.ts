import { claim, extendLease, held } from '@estate/persistence';
import type { ClaimBy, Collection, Filter, HeldLease } from '@estate/persistence';
import type { SetAside } from '../../domain/pause.ts';
import type { ClaimedTarget, Republish, TargetRecord } from '../../domain/target.ts';
import { NO_CRASHES, claimedOf, fromTargetDoc } from './target-document.ts';
import type { TargetDoc } from './target-document.ts';

interface LaneClaim extends ClaimBy {
  /** False: only a lane whose last process handed it back. */
  suspects?: boolean;
}

const NOT_STOPPED = { pausedAt: { $exists: false }, setAside: { $exists: false } };

/** The right to work on a target: one process at a time has it, and every write shows the lease it was given. */
export class LaneLeases {
  readonly #docs: Collection<TargetDoc>;

  constructor(docs: Collection<TargetDoc>) {
    this.#docs = docs;
  }

  /** Takes the lane of a target, unless another process has it, it is stopped, or it has to wait until later. */
  claim(id: string, { suspects = true, ...by }: LaneClaim): Promise<ClaimedTarget | null> {
    const open = { retryAt: { $lte: by.now }, ...NOT_STOPPED };
    return this.#claim({ _id: id, ...open, ...(!suspects && { unended: { $not: { $gt: 0 } } }) }, by);
  }

  /** The same, however long the lane has to wait, and also while it is paused: a customer asked for it. */
  claimForCheck(id: string, by: LaneClaim): Promise<ClaimedTarget | null> {
    return this.#claim({ _id: id, setAside: { $exists: false } }, by);
  }

  async #claim(filter: Filter<TargetDoc>, by: LaneClaim): Promise<ClaimedTarget | null> {
    const doc = await claim(this.#docs, filter, { ...by, counts: 'unended' });
    return doc && claimedOf(doc);
  }

  extend(lease: HeldLease, leaseMs: number, now: Date): Promise<boolean> {
    return extendLease(this.#docs, lease, { leaseMs, now });
  }

  /** Hands the lane back, which says that its process has not crashed. */
  async release(lease: HeldLease): Promise<void> {
    await this.#docs.updateOne(held<TargetDoc>(lease), { $unset: { lease: '', ...NO_CRASHES } });
  }

  /** No process takes the lane from now on; false when the lease was lost, or the lane given a fresh start. */
  async setAside(lease: HeldLease, setAside: SetAside): Promise<boolean> {
    const { matchedCount } = await this.#docs.updateOne(
      { ...held<TargetDoc>(lease), unended: { $gt: setAside.deaths } },
      { $set: { setAside }, $unset: { lease: '', ...NO_CRASHES } },
    );
    return matchedCount === 1;
  }

  /** Records how the run ended. False: the lease is lost, or the customer has changed the target. */
  async record(
    { lease, laneGeneration }: Pick<ClaimedTarget, 'lease' | 'laneGeneration'>,
    state: Pick<TargetRecord, 'retryAt' | 'laneAttempt'>,
  ): Promise<boolean> {
    const filter = { ...held<TargetDoc>(lease), laneEpoch: laneGeneration };
    return (await this.#docs.updateOne(filter, { $set: state })).matchedCount === 1;
  }

  /** The platform shows nothing of the target any more: its listings are to be made due. Null: the lane was lost. */
  async emptied(lease: HeldLease, republish: Republish): Promise<TargetRecord | null> {
    const doc = await this.#docs.findOneAndUpdate(
      { ...held<TargetDoc>(lease), 'emptying.token': republish.token },
      { $set: { republish }, $unset: { emptying: '' } },
      { returnDocument: 'after' },
    );
    return doc && fromTargetDoc(doc);
  }
}
