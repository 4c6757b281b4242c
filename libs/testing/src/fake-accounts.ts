import { randomBytes } from 'node:crypto';

interface Closed {
  accountId: string;
  closingId: string;
  requestedAt: string;
}

const newId = (): string => randomBytes(10).toString('hex');

/** A fake of the gateway's accounts: all exist except those that a test names. */
export function fakeAccounts() {
  const unknown = new Set<string>();
  const closed = new Map<string, Closed>();
  const addUnknown = (): string => {
    const id = newId();
    unknown.add(id);
    return id;
  };
  return {
    /** An account that does not exist and was never closed. */
    addUnknown,
    /** An account whose closing has finished. */
    addClosed: (): string => {
      const accountId = addUnknown();
      closed.set(accountId, { accountId, closingId: newId(), requestedAt: new Date().toISOString() });
      return accountId;
    },
    ask: (ids: readonly string[]) =>
      Promise.resolve({
        unknown: ids.filter((id) => unknown.has(id)),
        closed: ids.flatMap((id) => closed.get(id) ?? []),
      }),
  };
}
