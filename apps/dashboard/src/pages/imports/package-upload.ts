export interface PackageOrder {
  file: File;
  sourceId: string;
  dryRun: boolean;
}

type UploadNow =
  | { state: 'sending'; order: PackageOrder; sentBytes: number }
  | { state: 'failed'; order: PackageOrder; error: unknown };

interface SendOptions {
  onProgress: (sentBytes: number) => void;
  signal: AbortSignal;
}

/** Sends a package and returns the id of its import. */
export type SendPackage = (order: PackageOrder & SendOptions) => Promise<string>;

export const isStopped = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError';

/** The upload of a package. It continues while another page is shown; a failure is kept until the next upload. */
export class PackageUpload {
  readonly #send: SendPackage;
  readonly #listeners = new Set<() => void>();
  #now: UploadNow | undefined;
  #stopping = new AbortController();

  constructor(send: SendPackage) {
    this.#send = send;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly now = (): UploadNow | undefined => this.#now;

  /** True if the user sees its progress. */
  get isShown(): boolean {
    return this.#listeners.size > 0;
  }

  async send(order: PackageOrder): Promise<string> {
    this.#stopping = new AbortController();
    const { signal } = this.#stopping;
    const onProgress = (sentBytes: number) => this.#set({ state: 'sending', order, sentBytes });
    onProgress(0);
    try {
      const id = await this.#send({ ...order, onProgress, signal });
      this.#set(undefined);
      return id;
    } catch (error) {
      this.#set(isStopped(error) ? undefined : { state: 'failed', order, error });
      throw error;
    }
  }

  stop(): void {
    this.#stopping.abort();
  }

  /** Clears a failed upload. */
  forgetFailure(): void {
    if (this.#now?.state === 'failed') this.#set(undefined);
  }

  #set(now: UploadNow | undefined): void {
    this.#now = now;
    for (const listener of this.#listeners) listener();
  }
}
