import { setTimeout as pause } from 'node:timers/promises';
import type { Stack } from '@estate/stack';

export interface Chaos {
  /** How often each was killed. */
  readonly kills: ReadonlyMap<string, number>;
  /** Resolves when all rounds are over and everything runs again. */
  over(): Promise<void>;
}

interface Plan {
  stack: Stack;
  victims: readonly string[];
  rounds: number;
  /** How long each lives on after its start, in milliseconds. */
  restMs: number;
}

/** Kills one process after the other with SIGKILL and starts it again, round after round. */
export function startChaos({ stack, victims, rounds, restMs }: Plan): Chaos {
  const kills = new Map<string, number>();
  const run = async () => {
    for (let round = 1; round <= rounds; round += 1) {
      for (const name of victims) {
        const child = stack.children.get(name);
        if (!child) throw new Error(`the stack runs no ${name}`);
        await child.kill();
        kills.set(name, (kills.get(name) ?? 0) + 1);
        await pause(restMs / 4);
        await child.start();
        await pause(restMs);
      }
    }
  };
  const running = run();
  // Read again by over(); without this, a failure before then would end the test run itself.
  running.catch(() => undefined);
  return {
    kills,
    over: () => running,
  };
}
