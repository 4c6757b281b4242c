/** The process is gone: nothing that it does from here on has an effect. */
class Killed extends Error {}

export interface Kill {
  /** Stands between the process and everything that it uses. */
  through: <T extends object>(part: T) => T;
  /** Whether the process got that far. */
  happened: () => boolean;
}

/** They answer with portions, which are read one by one, and change nothing. */
const READS_PORTIONS: ReadonlySet<string | symbol> = new Set(['ofProviders', 'unlistedOf']);

/** Ends a process after its step of that number; a step is a call of a store or of another service. */
export function killAt(step: number): Kill {
  let steps = 0;
  let isDead = false;
  const die = () => {
    isDead = true;
    throw new Killed('killed');
  };
  const call = async (method: (...given: unknown[]) => unknown, given: unknown[]): Promise<unknown> => {
    if (isDead) throw new Killed('killed');
    steps += 1;
    const isLast = steps === step;
    const result = await method(...given);
    if (isLast) die();
    return result;
  };
  return {
    through: <T extends object>(part: T): T =>
      new Proxy(part, {
        get: (target, name) => {
          const value: unknown = Reflect.get(target, name);
          if (typeof value !== 'function') return value;
          const method = value.bind(target) as (...given: unknown[]) => unknown;
          return READS_PORTIONS.has(name) ? method : (...given: unknown[]) => call(method, given);
        },
      }),
    happened: () => isDead,
  };
}
