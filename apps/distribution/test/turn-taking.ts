import { setImmediate as nextTurn } from 'node:timers/promises';

interface Waiting {
  actor: string;
  go: () => void;
}

/** Picks a number below a bound; the same seed picks the same ones. */
export type Pick = (bound: number) => number;

export function seeded(seed: number): Pick {
  let state = seed + 1;
  return (bound) => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5;
    state = Math.imul(state ^ (state >>> 12), 0x297a2d39);
    return ((state ^ (state >>> 15)) >>> 0) % bound;
  };
}

/** Lets actors take their steps one at a time, in an order that a seed decides, and kills some between two steps. */
export class TurnTaking {
  readonly #pick: Pick;
  readonly #dead = new Set<string>();
  #waiting: Waiting[] = [];

  constructor(pick: Pick) {
    this.#pick = pick;
  }

  /** Every method of a part becomes a step of the actor. */
  stepsOf<Part extends object>(actor: string, part: Part): Part {
    return new Proxy(part, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== 'function') return member;
        return async (...all: unknown[]): Promise<unknown> => {
          await this.step(actor);
          return member.apply(target, all) as unknown;
        };
      },
    });
  }

  /** Resolves when it is the actor's turn; never once it is dead. */
  step(actor: string): Promise<void> {
    return new Promise((go) => {
      if (!this.#dead.has(actor)) this.#waiting.push({ actor, go });
    });
  }

  /** What the actor has begun never goes on, as after a power cut. */
  kill(actor: string): void {
    this.#dead.add(actor);
    this.#waiting = this.#waiting.filter((one) => one.actor !== actor);
  }

  /** Lets one of those that wait take a step; false when nobody waits. */
  async advance(): Promise<boolean> {
    const [chosen] = this.#waiting.splice(this.#pick(Math.max(this.#waiting.length, 1)), 1);
    chosen?.go();
    // Until nobody has anything to do but to wait for a turn.
    await nextTurn();
    return chosen !== undefined;
  }
}
