/** One connection that was begun; the address is known once it stands. */
export interface Dial {
  address: string | undefined;
}

const REMEMBERED_ORIGINS = 1000;

/** Remembers the newest dial of each origin, for as many origins as were called last. */
export function recentDials(): { begin(origin: string): Dial; last(origin: string): Dial | undefined } {
  const dials = new Map<string, Dial>();
  return {
    begin: (origin) => {
      const dial: Dial = { address: undefined };
      dials.delete(origin);
      dials.set(origin, dial);
      const [oldest] = dials.keys();
      if (dials.size > REMEMBERED_ORIGINS && oldest !== undefined) {
        dials.delete(oldest);
      }
      return dial;
    },
    last: (origin) => dials.get(origin),
  };
}
