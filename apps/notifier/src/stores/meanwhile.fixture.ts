/** The same thing, but something else happens each time before one of its methods is called. */
export const meanwhile = <T extends object>(part: T, name: keyof T, act: () => Promise<unknown>): T =>
  new Proxy(part, {
    get: (target, key) => {
      const member: unknown = Reflect.get(target, key);
      if (typeof member !== 'function') return member;
      const own = (...given: unknown[]): unknown => Reflect.apply(member, target, given);
      return key === name ? (...given: unknown[]) => act().then(() => own(...given)) : own;
    },
  });
