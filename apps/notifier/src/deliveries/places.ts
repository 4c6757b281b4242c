/** Counts how many attempts are under way, in all and for each webhook. */
export class Places {
  readonly #total: number;
  readonly #perWebhook: number;
  readonly #taken = new Map<string, number>();
  #takenTotal = 0;

  constructor(limits: { total: number; perWebhook: number }) {
    this.#total = limits.total;
    this.#perWebhook = limits.perWebhook;
  }

  get full(): boolean {
    return this.#takenTotal >= this.#total;
  }

  /** Takes every place that a webhook may have now; tells how many these are. */
  take(webhookId: string): number {
    const taken = this.#taken.get(webhookId) ?? 0;
    const count = Math.max(0, Math.min(this.#perWebhook - taken, this.#total - this.#takenTotal));
    this.#change(webhookId, count);
    return count;
  }

  free(webhookId: string, count: number): void {
    this.#change(webhookId, -count);
  }

  #change(webhookId: string, by: number): void {
    this.#takenTotal += by;
    const taken = (this.#taken.get(webhookId) ?? 0) + by;
    if (taken > 0) this.#taken.set(webhookId, taken);
    else this.#taken.delete(webhookId);
  }
}
