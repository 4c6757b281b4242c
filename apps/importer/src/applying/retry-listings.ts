import type { Caller } from '@estate/messaging';
import type { SourceSettings } from '../domain/source.ts';
import type { KnownStore, Unlisted } from '../stores/known-store.ts';
import type { AskOthers } from '../ask-others.ts';
import { FINAL, listOn } from './apply-listings.ts';

export interface RetryDeps {
  bus: AskOthers;
  known: Pick<KnownStore, 'noteUnlisted' | 'unlistedOf'>;
}

interface Retry {
  queueId: string;
  source: SourceSettings;
  caller: Caller;
  signal: AbortSignal;
}

/** They are about the target, so every property would be refused in the same way. */
const OF_TARGET: ReadonlySet<string> = new Set(['target-unknown', 'target-not-authorized']);

/** Lists the properties of a source that could not be listed before. */
export async function retryListings(deps: RetryDeps, retry: Retry): Promise<void> {
  const { queueId, source, caller, signal } = retry;
  const closed = new Map<string, Unlisted>();
  for await (const docs of deps.known.unlistedOf(queueId)) {
    for (const known of docs) {
      signal.throwIfAborted();
      // A target that the source no longer names is not wanted any more.
      const wanted = (known.unlisted ?? []).filter(({ targetId }) => source.targetIds.includes(targetId));
      const targetIds = wanted
        .filter(({ targetId, code }) => !closed.has(targetId) && !FINAL.includes(code))
        .map(({ targetId }) => targetId);
      const { refused } = await listOn(deps, { known, targetIds }, { caller, source });
      for (const one of refused) if (OF_TARGET.has(one.code)) closed.set(one.targetId, one);
      const left = wanted.flatMap((before) => {
        const { targetId } = before;
        const reason = refused.find((one) => one.targetId === targetId);
        return reason ?? (targetIds.includes(targetId) ? [] : (closed.get(targetId) ?? before));
      });
      if (!isSame(left, known.unlisted ?? [])) await deps.known.noteUnlisted(known, left);
    }
  }
}

const isSame = (some: readonly Unlisted[], others: readonly Unlisted[]): boolean =>
  some.length === others.length &&
  some.every(({ targetId, code }, at) => others[at]?.targetId === targetId && others[at].code === code);
