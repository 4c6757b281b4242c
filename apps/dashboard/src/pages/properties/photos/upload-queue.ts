/** The state of the upload of a file. */
export type Upload =
  | { state: 'waiting' }
  | { state: 'sending'; sentBytes: number }
  | ({ state: 'sent' } & Sent)
  | { state: 'failed'; error: unknown };

/** An uploaded file. */
export interface Sent {
  url: string;
  type: string;
  /** The longest side in pixels, for images that the service can measure. */
  edge?: number | undefined;
  /** The time at which the service deletes the file, unless a property refers to it by then. */
  expiresAt: string;
}

interface SendOptions {
  onProgress: (sentBytes: number) => void;
  signal: AbortSignal;
}

export type Send = (file: File, options: SendOptions) => Promise<Sent>;

const AT_ONCE = 3;

/** Uploads files in the order in which they were added, a few at a time, also while no form shows them. */
export class UploadQueue {
  readonly #send: Send;
  readonly #files = new Map<string, File>();
  readonly #running = new Map<string, AbortController>();
  readonly #listeners = new Set<() => void>();
  #uploads: ReadonlyMap<string, Upload> = new Map();

  constructor(send: Send) {
    this.#send = send;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** A new map after every change. */
  readonly uploads = (): ReadonlyMap<string, Upload> => this.#uploads;

  /** The key of the file in this queue. */
  add(file: File): string {
    const key = String(this.#files.size);
    this.#files.set(key, file);
    this.start(key);
    return key;
  }

  /** Uploads a file again that failed or was stopped. */
  start(key: string): void {
    this.#set(key, { state: 'waiting' });
    this.#startWaiting();
  }

  stop(key: string): void {
    this.#running.get(key)?.abort();
    this.#running.delete(key);
    this.#set(key, undefined);
    this.#startWaiting();
  }

  #startWaiting(): void {
    for (const [key, { state }] of this.#uploads) {
      if (this.#running.size >= AT_ONCE) return;
      const file = this.#files.get(key);
      if (state === 'waiting' && file) void this.#run(key, file);
    }
  }

  async #run(key: string, file: File): Promise<void> {
    const stopping = new AbortController();
    this.#running.set(key, stopping);
    // A stopped file may have been started again meanwhile.
    const isCurrent = () => this.#running.get(key) === stopping;
    const set = (upload: Upload) => {
      if (isCurrent()) this.#set(key, upload);
    };
    set({ state: 'sending', sentBytes: 0 });
    const { signal } = stopping;
    const onProgress = (sentBytes: number) => set({ state: 'sending', sentBytes });
    const ended = await this.#send(file, { onProgress, signal }).then(
      (sent): Upload => ({ state: 'sent', ...sent }),
      (error: unknown): Upload => ({ state: 'failed', error }),
    );
    set(ended);
    if (!isCurrent()) return;
    this.#running.delete(key);
    this.#startWaiting();
  }

  #set(key: string, upload: Upload | undefined): void {
    const next = new Map(this.#uploads);
    if (upload) next.set(key, upload);
    else next.delete(key);
    this.#uploads = next;
    for (const listener of this.#listeners) listener();
  }
}
