/** How often a silent replica is asked whether it is back. */
const PROBE_EVERY_MS = 2_000;
/** Silence of a replica that this process has never heard of is remembered for so long. */
const UNKNOWN_REMEMBERED_MS = 30_000;
/** A replica that has not been heard of for so long has probably ended. */
const KNOWN_FOR_MS = 600_000;

/** What a process knows of the replicas of one service, by the names that they give themselves. All times are those of one clock. */
export class Replicas {
  readonly #heardAtMs = new Map<string, number>();
  /** When the last ask was sent that a replica has not begun. */
  #silentSinceMs: number | undefined;
  /** Whether its name is known. */
  #isNamed = false;
  #probedAtMs = 0;

  heardOf(replica: string, nowMs: number): void {
    this.#heardAtMs.set(replica, nowMs);
  }

  hasEnded(replica: string): void {
    this.#heardAtMs.delete(replica);
  }

  /** An ask was given to one of them, by its name or by chance, which shows no sign of life. */
  isSilent(sentAtMs: number, replica?: string): void {
    const since = this.#silentSinceMs;
    if (replica !== undefined && since !== undefined) {
      this.#heardAtMs.set(replica, since);
      return;
    }
    this.#silentSinceMs = Math.max(since ?? 0, sentAtMs);
    this.#isNamed = false;
    for (const [replica, heardAtMs] of this.#heardAtMs)
      if (heardAtMs < sentAtMs - KNOWN_FOR_MS) this.#heardAtMs.delete(replica);
  }

  /** One that is awake, while another one is silent; undefined if any may be asked. */
  pick(random: () => number): string | undefined {
    const since = this.#silentSinceMs;
    if (since === undefined) return undefined;
    const awake = [...this.#heardAtMs].filter(([, heardAtMs]) => heardAtMs > since);
    return awake[Math.floor(random() * awake.length)]?.[0];
  }

  /** Those that may be silent, from time to time; once there are none, any may be asked again. */
  toProbe(nowMs: number): string[] {
    const since = this.#silentSinceMs;
    if (since === undefined || nowMs < this.#probedAtMs + PROBE_EVERY_MS) return [];
    this.#probedAtMs = nowMs;
    const silent = [...this.#heardAtMs].filter(([, heardAtMs]) => heardAtMs <= since);
    if (silent.length > 0) this.#isNamed = true;
    else if (this.#isNamed || nowMs > since + UNKNOWN_REMEMBERED_MS) this.#silentSinceMs = undefined;
    return silent.map(([replica]) => replica);
  }
}
