import type { Asker, Caller, Preconditions } from './bus.ts';

/** The caller with the preconditions that were given; empty ones count as not given. */
export const askerOf = (
  { accountId, requestId }: Caller,
  { reservedId, isFirstRun, ifMatch }: { [Name in keyof Preconditions]: Preconditions[Name] | undefined },
): Asker => ({
  accountId,
  requestId,
  ...(reservedId && { reservedId }),
  ...(isFirstRun && { isFirstRun }),
  ...(ifMatch && { ifMatch }),
});
