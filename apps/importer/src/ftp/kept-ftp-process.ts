import type { Logger } from '@estate/observability';
import { FtpProcess } from './ftp-process.ts';
import type { FtpProcessParts } from './ftp-process.ts';
import type { CertificatePair } from '@estate/runtime';

interface KeptParts extends Omit<FtpProcessParts, 'order'> {
  order: () => FtpProcessParts['order'];
  log: Pick<Logger, 'error' | 'info'>;
  restarted: () => void;
  /** How long it waits before it starts the process again: after the n-th end in a row. */
  delayMs: (ends: number) => number;
}

/** A process that ran for so long did not end because of how it started. */
const SETTLED_MS = 60_000;

/** Starts the FTP server again whenever its process ends. The service goes on meanwhile. */
export class KeptFtpProcess {
  readonly #parts: KeptParts;
  #process: FtpProcess | undefined;
  #port: number | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosing = false;
  #ends = 0;

  private constructor(parts: KeptParts) {
    this.#parts = parts;
  }

  /** @throws Error when the first process does not start */
  static async start(parts: KeptParts): Promise<KeptFtpProcess> {
    const kept = new KeptFtpProcess(parts);
    await kept.#start();
    return kept;
  }

  get port(): number {
    return this.#port ?? 0;
  }

  get pid(): number | undefined {
    return this.#process?.pid;
  }

  useCertificate(pair: CertificatePair): void {
    this.#process?.useCertificate(pair);
  }

  removeFolder(sourceId: string): void {
    this.#process?.removeFolder(sourceId);
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    clearTimeout(this.#timer);
    const isClosed = await this.#process?.close();
    if (isClosed === false) this.#parts.log.error({}, 'ftp.process-killed');
  }

  async #start(): Promise<void> {
    const order = this.#parts.order();
    const port = this.#port ?? order.server.port;
    const running = await FtpProcess.start({
      ...this.#parts,
      order: { ...order, server: { ...order.server, port } },
    });
    this.#process = running;
    this.#port = running.port;
    const since = Date.now();
    void running.ended.then((why) => this.#ended(why, Date.now() - since));
  }

  #ended(why: string, ranMs: number): void {
    this.#process = undefined;
    if (this.#isClosing) return;
    this.#parts.log.error({ why }, 'ftp.process-ended');
    this.#parts.restarted();
    this.#ends = ranMs > SETTLED_MS ? 1 : this.#ends + 1;
    this.#timer = setTimeout(() => {
      this.#start().catch((error: unknown) => this.#ended(String(error), 0));
    }, this.#parts.delayMs(this.#ends));
  }
}
