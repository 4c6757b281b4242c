import { claim, extendLease, held } from '@estate/persistence';
import type { OutgoingMessage } from '@estate/messaging';
import type { ClaimBy, Collection, Filter, HeldLease } from '@estate/persistence';
import type { SetAside } from '../../domain/pause.ts';
import type { AttemptEntry } from '../../domain/timeline.ts';
import type {
  ClaimedTarget,
  FailingSince,
  FullTransferWish,
  Republish,
  TargetRecord,
} from '../../domain/target.ts';
import { NOT_STOPPED, NO_CRASHES, VISIBLE, claimedOf, fromTargetDoc } from './target-document.ts';
import type { TargetDoc } from './target-document.ts';
import { writeAndSend } from './write-and-send.ts';
import type { AnnouncedTargets } from './write-and-send.ts';

interface LaneClaim extends ClaimBy {
  /** False: only a lane whose last process handed it back. */
  suspects?: boolean;
}

/** A failure of the whole account that begins, with its event. */
export interface FailureBeginning {
  failing: FailingSince;
  event: OutgoingMessage;
}

type LaneState = Pick<TargetRecord, 'retryAt' | 'laneAttempt'>;
type HeldLane = Pick<ClaimedTarget, 'lease' | 'laneGeneration'>;

/** The right to work on a target: one process at a time has it, and every write shows the lease it was given. */
export class LaneLeases {
  readonly #targets: AnnouncedTargets;
  readonly #docs: Collection<TargetDoc>;

  constructor(targets: AnnouncedTargets) {
    this.#targets = targets;
    this.#docs = targets.docs;
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

  /** True if the lease is still ours and nothing has stopped the lane since it was claimed. */
  async isOpen(lease: HeldLease): Promise<boolean> {
    const filter = { ...held<TargetDoc>(lease), ...NOT_STOPPED };
    return (await this.#docs.findOne(filter, { projection: { _id: 1 } })) !== null;
  }

  /** The same, and keeps the attempts that have no outcome yet, until the lane is handed back. */
  async begin(lease: HeldLease, attempting: readonly AttemptEntry[]): Promise<boolean> {
    const filter = { ...held<TargetDoc>(lease), ...NOT_STOPPED };
    return (await this.#docs.updateOne(filter, { $set: { attempting: [...attempting] } })).matchedCount === 1;
  }

  extend(lease: HeldLease, leaseMs: number, now: Date): Promise<boolean> {
    return extendLease(this.#docs, lease, { leaseMs, now });
  }

  /** Hands the lane back, which says that its process has not crashed. */
  async release(lease: HeldLease): Promise<void> {
    await this.#docs.updateOne(held<TargetDoc>(lease), {
      $unset: { lease: '', attempting: '', ...NO_CRASHES },
    });
  }

  /**
   * No process takes the lane from now on; false when the lease was lost, or the lane given a fresh start. A customer who cannot
   * see the target gets no event.
   */
  async setAside(lease: HeldLease, setAside: SetAside, event: OutgoingMessage): Promise<boolean> {
    const filter = { ...held<TargetDoc>(lease), unended: { $gt: setAside.deaths } };
    const update = {
      $set: { setAside },
      $unset: { lease: '' as const, attempting: '' as const, ...NO_CRASHES },
    };
    const announced = { ...update, $push: { outbox: event } };
    if (await writeAndSend(this.#targets, { ...filter, ...VISIBLE }, announced)) return true;
    return (await this.#docs.updateOne(filter, update)).matchedCount === 1;
  }

  /**
   * Records how the run ended. A failure of the whole account that has not begun before begins, with its event. False: the lease
   * is lost, or the customer has changed the target.
   */
  async record(lane: HeldLane, state: LaneState, beginning?: FailureBeginning): Promise<boolean> {
    if (beginning && (await this.#begin(lane, state, beginning))) return true;
    return (await this.#docs.updateOne(asClaimed(lane), { $set: state })).matchedCount === 1;
  }

  async #begin(lane: HeldLane, state: LaneState, { failing, event }: FailureBeginning): Promise<boolean> {
    const begun = await writeAndSend(
      this.#targets,
      { ...asClaimed(lane), ...VISIBLE, failing: { $exists: false } },
      { $set: { ...state, failing }, $push: { outbox: event } },
    );
    return begun !== null;
  }

  /** The platform has accepted the account: the next rejection is a new one. */
  async accepted(lease: HeldLease): Promise<void> {
    await this.#docs.updateOne(held<TargetDoc>(lease), { $unset: { failing: '' } });
  }

  /** Keeps the result of a check, unless the customer has changed the target since it began. */
  async checked(lane: HeldLane, lastCheck: NonNullable<TargetRecord['lastCheck']>): Promise<void> {
    await this.#docs.updateOne(asClaimed(lane), { $set: { lastCheck } });
  }

  /** The full transfer is over; one that was asked for meanwhile stays. */
  async transferred(
    lease: HeldLease,
    {
      token,
      ...lastFullTransfer
    }: Pick<FullTransferWish, 'token'> & NonNullable<TargetRecord['lastFullTransfer']>,
  ): Promise<void> {
    await this.#docs.updateOne(
      { ...held<TargetDoc>(lease), 'fullTransfer.token': token },
      { $set: { lastFullTransfer }, $unset: { fullTransfer: '' } },
    );
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

/** The lane as it was claimed: its customer has not changed the target since. */
const asClaimed = ({ lease, laneGeneration }: HeldLane): Filter<TargetDoc> => ({
  ...held<TargetDoc>(lease),
  laneEpoch: laneGeneration,
});
