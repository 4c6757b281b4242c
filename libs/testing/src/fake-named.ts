interface Owner {
  accountId: string;
  isDeleted?: true;
}

/** A fake of other services' documents for an auditor: all belong to one account, unless a test sets another owner. */
export function fakeNamed(accountId: string) {
  const others = new Map<string, Owner | undefined>();
  return {
    /** Sets another account, a deleted document, or none. */
    set: (id: string, owner: Owner | undefined): string => {
      others.set(id, owner);
      return id;
    },
    bus: {
      ask: (_operation: unknown, { ids }: { ids: readonly string[] }) =>
        Promise.resolve({
          data: ids.flatMap((id) => {
            const owner = others.has(id) ? others.get(id) : { accountId };
            return owner ? [{ id, ...owner }] : [];
          }),
        }),
    } as never,
  };
}
