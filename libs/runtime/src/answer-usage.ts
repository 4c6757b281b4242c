import type { ListUsage, UsagePart } from '@estate/contracts';
import { answer } from '@estate/messaging';
import type { UsageStore } from '@estate/persistence';

/** Answers what the service has counted of accounts in a month. */
export const answerUsage = <S extends string>(
  operation: ListUsage<S>,
  { usage }: { usage: Pick<UsageStore, 'ofMonth' | 'until'> },
) =>
  answer(operation, async ({ accountIds, month }) => ({
    countedUntil: ((await usage.until('hours')) ?? new Date(0)).toISOString(),
    days: (await usage.ofMonth(accountIds, month)) as UsagePart['days'],
  }));
