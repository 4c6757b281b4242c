import type { Restore } from '@estate/persistence';
import { jumpAfter } from '../domain/webhook.ts';
import type { Stores } from '../stores/open-stores.ts';

const AT_ONCE = 100;

type JumpDeps = Pick<Stores, 'intake' | 'webhooks'> & { clock: () => Date };

/**
 * Leaves out numbers of every webhook after a backup was restored: those that deliveries had which the backup does not have are not
 * used again. A second run changes nothing. Returns what an operator has to know.
 */
export async function jumpSequences(
  { intake, webhooks, clock }: JumpDeps,
  restore: Pick<Restore, 'id' | 'lostSince' | 'lostUntil'>,
): Promise<string> {
  let jumped = 0;
  for (let after = ''; ;) {
    const ids = await webhooks.idsAfter(after, AT_ONCE);
    for (const id of ids) {
      const webhook = await webhooks.find(id);
      const newest = Math.max(await intake.newestStored(id), webhook?.lastSequence ?? 0);
      const next = newest + jumpAfter(restore) + 1;
      await webhooks.jump(id, { restoreId: restore.id, after: newest, next, at: clock() });
    }
    jumped += ids.length;
    const last = ids.at(-1);
    if (last === undefined) break;
    after = last;
  }
  intake.forget();
  return `Webhooks that skip sequence numbers: ${String(jumped)}.`;
}
