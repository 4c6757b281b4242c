interface Owner {
  accountId: string;
  isDeleted?: true;
}

/** Documents of other services, as an auditor asks for them: all belong to one account, but those of which a test says otherwise. */
export function fakeNamed(accountId: string) {
  const others = new Map<string, Owner | undefined>();
  return {
    /** Belongs to another account, was deleted, or does not exist. */
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
