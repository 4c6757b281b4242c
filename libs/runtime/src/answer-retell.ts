import type { Retell } from '@estate/contracts';
import { answer } from '@estate/messaging';
import type { Retelling } from '@estate/persistence';

/** Has the service publish its messages again. */
export const answerRetell = <S extends string>(
  operation: Retell<S>,
  { retelling }: { retelling: Pick<Retelling, 'order'> },
) => answer(operation, async ({ since }) => ({ messages: await retelling.order(new Date(since)) }));
