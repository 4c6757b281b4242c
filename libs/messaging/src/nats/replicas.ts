/** The interval for probing a silent replica. */
const PROBE_EVERY_MS = 2_000;
/** The time for which the silence of an unknown replica is remembered. */
const UNKNOWN_REMEMBERED_MS = 30_000;
/** The time without an answer after which a replica has probably ended. */
const KNOWN_FOR_MS = 600_000;
/** The time after which refused names are tried again, because the broker may have other users. */
const NO_NAMES_FOR_MS = 600_000;

interface Known {
  heardAtMs: number;
  /** An operation that it has answered. */
  subject: string;
}

/** A replica that is asked whether it is back. */
export interface Probe {
  replica: string;
  subject: string;
  /** True if it was probed before, and has not answered since. */
  isSilent: boolean;
}

/** The replicas of a service, by the names that they give themselves. All times are from one clock. */
export class Replicas {
  readonly #known = new Map<string, Known>();
  /** The time of the last ask that a replica has not begun. */
  #silentSinceMs: number | undefined;
  #isNamed = false;
  #probedAtMs = 0;
  #unnamedHeardAtMs = 0;
  #noNamesUntilMs = 0;
  /** Replicas that have not answered their last probe; the others may only have been idle. */
  #unheard = new Set<string>();

  heardOf(replica: string, subject: string, nowMs: number): void {
    this.#known.set(replica, { heardAtMs: nowMs, subject });
    this.#unheard.delete(replica);
  }

  /** Records an answer of a replica that cannot be asked alone. */
  heardOfUnnamed(nowMs: number): void {
    this.#unnamedHeardAtMs = nowMs;
  }

  /** Records that a replica does not listen at an operation: it has ended, or is of an earlier version without the operation. */
  isMissing(replica: string, subject: string): void {
    if (this.#known.get(replica)?.subject === subject) this.#known.delete(replica);
  }

  /** Records that the broker lets this process ask no single replica; false if that is known. */
  namesRefused(nowMs: number): boolean {
    if (nowMs < this.#noNamesUntilMs) return false;
    this.#noNamesUntilMs = nowMs + NO_NAMES_FOR_MS;
    this.#unheard.clear();
    this.#silentSinceMs = undefined;
    return true;
  }

  /** Records that a replica has announced nothing, whether it was asked by its name or not. */
  isSilent(sentAtMs: number, replica?: string): void {
    if (sentAtMs < this.#noNamesUntilMs) return;
    const since = this.#silentSinceMs;
    if (replica !== undefined && since !== undefined) {
      const known = this.#known.get(replica);
      if (known) known.heardAtMs = since;
      return;
    }
    this.#silentSinceMs = Math.max(since ?? 0, sentAtMs);
    this.#isNamed = false;
    for (const [name, { heardAtMs }] of this.#known)
      if (heardAtMs < sentAtMs - KNOWN_FOR_MS) this.#known.delete(name);
  }

  /** Picks a replica that is awake, while another one is silent; undefined if any may be asked. */
  pick(random: () => number): string | undefined {
    const since = this.#silentSinceMs;
    // An unnamed replica would get nothing, and the others everything.
    if (since === undefined || this.#unnamedHeardAtMs > since) return undefined;
    const awake = [...this.#known].filter(([, { heardAtMs }]) => heardAtMs > since);
    return awake[Math.floor(random() * awake.length)]?.[0];
  }

  /** The silent replicas that are due for a probe; once there are none, any replica may be asked again. */
  toProbe(nowMs: number): Probe[] {
    const since = this.#silentSinceMs;
    if (since === undefined || nowMs < this.#probedAtMs + PROBE_EVERY_MS) return [];
    this.#probedAtMs = nowMs;
    const probes = [...this.#known]
      .filter(([, { heardAtMs }]) => heardAtMs <= since)
      .map(([replica, { subject }]) => ({ replica, subject, isSilent: this.#unheard.has(replica) }));
    this.#unheard = new Set(probes.map(({ replica }) => replica));
    if (probes.some(({ isSilent }) => isSilent)) this.#isNamed = true;
    else if (probes.length === 0 && (this.#isNamed || nowMs > since + UNKNOWN_REMEMBERED_MS))
      this.#silentSinceMs = undefined;
    return probes;
  }
}
