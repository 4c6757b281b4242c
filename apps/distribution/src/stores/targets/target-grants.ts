import type { Grant } from '../../domain/authorization.ts';
import type { Republish, TargetRecord } from '../../domain/target.ts';
import type { FailureBeginning } from './lane-leases.ts';
import { LANE_START, NEXT_GENERATION, NOT_BLAMED, VISIBLE, fromTargetDoc } from './target-document.ts';
import { writeAndSend } from './write-and-send.ts';
import type { AnnouncedTargets } from './write-and-send.ts';

export interface Acceptance {
  grant: Grant;
  at: Date;
  republish: Republish;
  /** The login of the account on the platform; left out if that is not known yet. */
  login?: string | undefined;
  /** Left out for a target that shared the login before. */
  ownsLogin?: true | undefined;
}

/** The decisions of the end users of targets with a redirect flow, as far as the platforms still accept them. */
export class TargetGrants {
  readonly #targets: AnnouncedTargets;

  constructor(targets: AnnouncedTargets) {
    this.#targets = targets;
  }

  /** Stores an end user's consent and marks the listings as to be published again; null when it answers an older invitation. */
  async accept(
    id: string,
    authorizationId: string,
    { grant, at, republish, login, ownsLogin }: Acceptance,
  ): Promise<TargetRecord | null> {
    const doc = await this.#targets.docs.findOneAndUpdate(
      { _id: id, 'authorization.invitation.authorizationId': authorizationId, ...VISIBLE },
      {
        $set: {
          'authorization.status': 'accepted',
          'authorization.grant': grant,
          updatedAt: at,
          republish,
          ...LANE_START,
          ...(login !== undefined && { login }),
          ...(ownsLogin && { ownsLogin }),
        },
        $unset: {
          'authorization.invitation': '',
          failing: '',
          lastCheck: '',
          ...NOT_BLAMED,
          ...(login === undefined && { login: '' as const, ownsLogin: '' as const }),
        },
        $inc: NEXT_GENERATION,
      },
      { returnDocument: 'after' },
    );
    return doc && fromTargetDoc(doc);
  }

  /** Stores an end user's refusal; false when it answers an older invitation. */
  async reject(id: string, authorizationId: string, at: Date): Promise<boolean> {
    const result = await this.#targets.docs.updateOne(
      { _id: id, 'authorization.invitation.authorizationId': authorizationId, ...VISIBLE },
      {
        $set: { 'authorization.status': 'rejected', updatedAt: at },
        $unset: { 'authorization.invitation': '', 'authorization.grant': '' },
      },
    );
    return result.matchedCount === 1;
  }

  /**
   * Notes that the platform does not take a grant any more; a newer grant is left alone. A failure that has not begun before
   * begins, with its event.
   */
  async revoke(
    id: string,
    grantId: string,
    { at, beginning: { failing, event } }: { at: Date; beginning: FailureBeginning },
  ): Promise<void> {
    const filter = { _id: id, 'authorization.grant.id': grantId };
    const $set = { 'authorization.status': 'revoked' as const, updatedAt: at };
    const $unset = { 'authorization.grant': '' as const };
    const begun = await writeAndSend(
      this.#targets,
      { ...filter, ...VISIBLE, failing: { $exists: false } },
      { $set: { ...$set, failing }, $unset, $push: { outbox: event } },
    );
    if (!begun) await this.#targets.docs.updateOne(filter, { $set, $unset });
  }
}
