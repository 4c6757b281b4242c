import type { RunDeps } from '../src/processing/run-next.ts';
import { SilentHosts } from '../src/processing/silent-hosts.ts';

/** Whoever's property it is. */
export const OLDEST_FIRST: RunDeps['turns'] = {
  next: async (claim) => {
    const claimed = await claim();
    return claimed && { ...claimed, endTurn: () => undefined };
  },
};

/** Every host is asked every time. */
export const noMemoryOfHosts = (): SilentHosts =>
  new SilentHosts({ rememberedMs: 0, clock: () => new Date() });
