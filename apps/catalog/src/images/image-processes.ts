import { FairLimit } from '@estate/runtime';
import type { LimitedClient } from '@estate/runtime';
import { stopsReader } from '../domain/attachment-failure.ts';
import type {
  ImageOrder,
  PublishOrder,
  Published,
  ShrinkOrder,
  Shrunk,
  TakeOrder,
  Taken,
} from './image-orders.ts';
import { GO_ON, ImageProcess, NOTHING_SAID } from './image-process.ts';
import type { Answer, Said } from './image-process.ts';
import type { Inspection } from './inspect-file.ts';

export interface ImageProcessesOptions {
  /** Files that are worked on at a time, each in a process of its own. */
  processes: number;
  /** Pixels that are decoded at a time; a file of more is decoded alone. */
  pixels: number;
  /** Most memory that a process may write to. */
  memoryMb: number;
  /** A file that takes longer ends its process. */
  timeoutMs: number;
  /** Called when a file has ended the process that worked on it. */
  onDeath: (death: { accountId: string; why: 'ended' | 'too slow' }) => void;
}

/** A process that kept more than this part of its memory after an order leaves too little for the next. */
const MOST_KEPT = 0.5;

/**
 * Reads and changes the files of customers in processes of their own. A file that needs more memory or time than it may have ends
 * such a process and nothing else, and is refused.
 */
export class ImageProcesses {
  readonly #options: ImageProcessesOptions;
  readonly #limit: FairLimit;
  readonly #pixels: FairLimit;
  /** The pixels that each process may decode when all are busy. */
  readonly #share: number;
  readonly #idle: ImageProcess[] = [];
  readonly #closing = new AbortController();

  constructor(options: ImageProcessesOptions) {
    this.#options = options;
    this.#limit = new FairLimit(options.processes);
    this.#pixels = new FairLimit(options.pixels);
    this.#share = Math.floor(options.pixels / options.processes);
  }

  /** Starts the first process. @throws Error when none can be started */
  async start(): Promise<void> {
    this.#idle.push(await ImageProcess.start(this.#options.memoryMb, this.#closing.signal));
  }

  /** Detects the type of a file, and checks that it can be read. */
  inspect(path: string, client: LimitedClient): Promise<Inspection> {
    return this.#run({ inspect: path }, client) as Promise<Inspection>;
  }

  /** Inspects a file and writes what may be published of it into another file. */
  take(order: TakeOrder, client: LimitedClient): Promise<Taken> {
    return this.#run({ take: order }, client) as Promise<Taken>;
  }

  /** Writes what may be published of an inspected file into another file. */
  publish(order: PublishOrder, client: LimitedClient): Promise<Published> {
    return this.#run({ publish: order }, client) as Promise<Published>;
  }

  /** Writes a smaller image of a rendition into another file. */
  shrink(order: ShrinkOrder, client: LimitedClient): Promise<Shrunk> {
    return this.#run({ shrink: order }, client) as Promise<Shrunk>;
  }

  /** Ends what is under way. */
  async close(): Promise<void> {
    this.#closing.abort(new DOMException('The service is stopping.', 'AbortError'));
    await Promise.all(this.#idle.splice(0).map((each) => each.kill()));
  }

  #run(order: ImageOrder, { accountId, signal }: LimitedClient): Promise<unknown> {
    const client = { accountId, signal: AbortSignal.any([signal, this.#closing.signal]) };
    return this.#limit.run(client, () => this.#carryOut(order, client));
  }

  /** A used process may die of what earlier files left in it, so the file gets a new process before it is refused. */
  async #carryOut(order: ImageOrder, client: LimitedClient): Promise<unknown> {
    for (;;) {
      client.signal.throwIfAborted();
      const reader = this.#idle.pop() ?? (await ImageProcess.start(this.#options.memoryMb, client.signal));
      const { wasUsed } = reader;
      const { said, isTooSlow } = await this.#ask(reader, order, client);
      if (said && !('pixels' in said)) return this.#answered(reader, said);
      const { wasKilled } = reader;
      await reader.kill();
      client.signal.throwIfAborted();
      if (!isTooSlow && wasUsed) continue;
      if (wasKilled) throw new Error('The process that reads images was killed. Its system may lack memory.');
      this.#options.onDeath({ accountId: client.accountId, why: isTooSlow ? 'too slow' : 'ended' });
      return { failure: stopsReader };
    }
  }

  /**
   * An order begins with its share of the pixels, which is enough for most images. For a larger one it waits between the head of the
   * file and its pixels, which does not count as its time.
   */
  async #ask(reader: ImageProcess, order: ImageOrder, client: LimitedClient): Promise<Said> {
    const patience = { timeoutMs: this.#options.timeoutMs, signal: client.signal };
    const placed = { order, freePixels: this.#share };
    const begun = this.#pixels.run(client, () => reader.ask(placed, patience), this.#share);
    const head = await begun.catch(() => NOTHING_SAID);
    if (!head.said || !('pixels' in head.said)) return head;
    const { pixels } = head.said;
    return this.#pixels.run(client, () => reader.ask(GO_ON, patience), pixels).catch(() => NOTHING_SAID);
  }

  async #answered(reader: ImageProcess, answer: Answer): Promise<unknown> {
    if ('error' in answer) {
      await reader.kill();
      throw new Error(answer.error);
    }
    const isFit = answer.residentBytes < this.#options.memoryMb * 1_000_000 * MOST_KEPT;
    if (isFit && !this.#closing.signal.aborted) this.#idle.push(reader);
    else await reader.kill();
    return answer.result;
  }
}
