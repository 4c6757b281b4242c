import type { AnyMessage } from '@estate/messaging';

/** The published messages, each once: the broker may deliver one again, under the same id. */
export class DistinctMessages {
  readonly messages: AnyMessage[] = [];
  readonly #ids = new Set<string>();

  take(message: AnyMessage): void {
    if (this.#ids.has(message.id)) return;
    this.#ids.add(message.id);
    this.messages.push(message);
  }
}
