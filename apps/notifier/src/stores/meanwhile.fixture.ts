/** A store before one of whose methods something else happens, each time it is called. */
export const meanwhile = <T extends object>(part: T, name: keyof T, act: () => Promise<unknown>): T =>
  new Proxy(part, {
    get: (target, key) => {
      const member: unknown = Reflect.get(target, key);
      if (typeof member !== 'function') return member;
      return async (...given: unknown[]): Promise<unknown> => {
        if (key === name) await act();
        return Reflect.apply(member, target, given);
      };
    },
  });
