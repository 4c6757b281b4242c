import type { FindAnything } from '@estate/contracts';
import { answer } from '@estate/messaging';
import type { Finder } from '@estate/persistence';

/** Answers what of the service has a name, over all accounts. */
export const answerFind = <S extends string>(
  operation: FindAnything<S>,
  { finder }: { finder: Pick<Finder, 'find'> },
) => answer(operation, async ({ text }) => ({ data: await finder.find(text) }));
