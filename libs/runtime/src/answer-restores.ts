import type { SettleRestore } from '@estate/contracts';
import { answer } from '@estate/messaging';
import type { RestoreWatch } from '@estate/persistence';

/** Answers which restored backups the service knows of, after the operator named another one. */
export const answerRestores = <S extends string>(
  operation: SettleRestore<S>,
  { restores }: { restores: Pick<RestoreWatch, 'list' | 'order'> },
) =>
  answer(operation, async ({ lostSince }) => {
    if (lostSince !== undefined) await restores.order(new Date(lostSince));
    const data = (await restores.list()).map((restore) => ({
      ...restore,
      noticedAt: restore.noticedAt.toISOString(),
      lostSince: restore.lostSince.toISOString(),
      lostUntil: restore.lostUntil.toISOString(),
    }));
    return { data };
  });
