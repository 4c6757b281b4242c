import type { OutgoingMessage } from '@estate/messaging';
import type { CustomerPause } from '../../domain/pause.ts';
import type { TargetRecord } from '../../domain/target.ts';
import { VISIBLE, fromTargetDoc } from './target-document.ts';
import { writeAndSend } from './write-and-send.ts';
import type { AnnouncedTargets } from './write-and-send.ts';

/** Pauses that customers begin and end themselves; those of the operator are in `LaneControls`. */
export class TargetPauses {
  readonly #targets: AnnouncedTargets;

  constructor(targets: AnnouncedTargets) {
    this.#targets = targets;
  }

  /** Null when the customer has paused it already, or there is no such target. */
  async begin(
    { id, accountId }: Pick<TargetRecord, 'id' | 'accountId'>,
    customerPause: CustomerPause,
    event: OutgoingMessage,
  ): Promise<TargetRecord | null> {
    const doc = await writeAndSend(
      this.#targets,
      { _id: id, accountId, ...VISIBLE, customerPause: { $exists: false } },
      { $set: { customerPause }, $push: { outbox: event } },
    );
    return doc && fromTargetDoc(doc);
  }

  /** Ends the pause of the customer; null when there is none. Other pauses stay. */
  async end(accountId: string, id: string): Promise<TargetRecord | null> {
    const doc = await this.#targets.docs.findOneAndUpdate(
      { _id: id, accountId, ...VISIBLE, customerPause: { $exists: true } },
      { $unset: { customerPause: '' } },
      { returnDocument: 'after' },
    );
    return doc && fromTargetDoc(doc);
  }
}
