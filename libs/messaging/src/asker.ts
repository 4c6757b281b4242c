import type { Asker, Caller, Preconditions } from './bus.ts';

/** The caller with the given preconditions; empty ones count as absent. */
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
