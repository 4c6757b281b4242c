import { open, readFile, truncate } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';

export interface Delivery {
  number: number;
  at: string;
  /** The name of the hook: the last part of its path. */
  name: string;
  headers: Readonly<Record<string, string>>;
  /** The raw body as text. */
  body: string;
  signature: 'valid' | 'invalid' | 'no key';
  /** The reason why the signature is invalid. */
  reason?: string;
  eventId?: string;
  eventName?: string;
  /** The number in the webhook; absent for tests. */
  sequence?: number;
  /** Set for an example of an event. */
  test?: true;
  /** True if this hook has received this event before. */
  duplicate: boolean;
}

/** The lines of a file; half a line at its end, which a crash may have left, is removed. */
async function readLines(path: string): Promise<readonly string[]> {
  try {
    const text = await readFile(path);
    const whole = text.lastIndexOf('\n') + 1;
    if (whole < text.length) await truncate(path, whole);
    return text.subarray(0, whole).toString('utf8').split('\n').filter(Boolean);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** Every received delivery, oldest first; with a file, stored in it as one JSON line each. */
export class DeliveryLog {
  readonly #deliveries: Delivery[];
  readonly #file: FileHandle | undefined;
  readonly #seen = new Set<string>();

  private constructor(deliveries: Delivery[], file: FileHandle | undefined) {
    this.#deliveries = deliveries;
    this.#file = file;
    for (const { name, eventId } of deliveries)
      if (eventId !== undefined) this.#seen.add(`${name}\n${eventId}`);
  }

  static async open(path: string | undefined): Promise<DeliveryLog> {
    if (path === undefined) return new DeliveryLog([], undefined);
    const lines = await readLines(path);
    return new DeliveryLog(
      lines.map((line) => JSON.parse(line) as Delivery),
      await open(path, 'a'),
    );
  }

  all(): readonly Delivery[] {
    return this.#deliveries;
  }

  /** Numbers the delivery and marks duplicates; resolves when it is on disk. */
  async add(arrival: Omit<Delivery, 'number' | 'duplicate'>): Promise<Delivery> {
    const { name, eventId } = arrival;
    const key = `${name}\n${eventId}`;
    const duplicate = eventId !== undefined && this.#seen.has(key);
    const delivery: Delivery = { number: this.#deliveries.length + 1, ...arrival, duplicate };
    this.#deliveries.push(delivery);
    if (eventId !== undefined) this.#seen.add(key);
    await this.#file?.appendFile(`${JSON.stringify(delivery)}\n`);
    await this.#file?.datasync();
    return delivery;
  }

  async close(): Promise<void> {
    await this.#file?.close();
  }
}
