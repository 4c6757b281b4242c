import { ServiceError } from '@estate/errors';
import type { Rule } from '@estate/persistence';
import type { Audited } from './audited.ts';

/** Makes emails due again. An email that was erased meanwhile stays as it is. */
export const readingAgain =
  (store: Audited['store']): NonNullable<Rule['repair']> =>
  async (mailIds, now) => {
    const due: string[] = [];
    for (const id of mailIds) if (await wasMadeDue(store, id, now)) due.push(id);
    return due;
  };

async function wasMadeDue(store: Audited['store'], id: string, now: Date): Promise<boolean> {
  try {
    return (await store.readAgain(id, now)) !== null;
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'mail-erased') return false;
    throw error;
  }
}
