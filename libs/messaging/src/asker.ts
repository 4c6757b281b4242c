import type { Asker, Caller } from './bus.ts';

/** The caller with the preconditions that were given; empty ones count as not given. */
export const askerOf = (
  { accountId, requestId }: Caller,
  { reservedId, ifMatch }: { reservedId?: string | undefined; ifMatch?: string | undefined },
): Asker => ({
  accountId,
  requestId,
  ...(reservedId && { reservedId }),
  ...(ifMatch && { ifMatch }),
});
