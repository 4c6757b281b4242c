import { X509Certificate, createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Logger } from '@estate/observability';

/** A certificate chain and its key, both as PEM. */
export interface CertificatePair {
  cert: string;
  key: string;
}

export interface TlsCertificateOptions {
  certificateFile: string | undefined;
  keyFile: string | undefined;
  sweepEveryMs: number;
}

interface Following {
  /** The prefix for the names of log lines. */
  name: string;
  log: Pick<Logger, 'error' | 'info'>;
}

/** The certificate of a server, which is reloaded from disk while the process runs. */
export class TlsCertificate {
  readonly #read: () => CertificatePair;
  readonly #sweepEveryMs: number;
  #pair: CertificatePair;

  private constructor(read: () => CertificatePair, sweepEveryMs: number) {
    this.#read = read;
    this.#sweepEveryMs = sweepEveryMs;
    this.#pair = read();
  }

  /** Undefined if no files are configured. @throws Error for unusable files */
  static of({ certificateFile, keyFile, sweepEveryMs }: TlsCertificateOptions): TlsCertificate | undefined {
    if (certificateFile === undefined && keyFile === undefined) return undefined;
    if (certificateFile === undefined || keyFile === undefined)
      throw new Error('A certificate needs both files, its chain and its key.');
    return new TlsCertificate(() => readPair(certificateFile, keyFile), sweepEveryMs);
  }

  get pair(): CertificatePair {
    return this.#pair;
  }

  /** The time until which clients accept the certificate. */
  get expiresAt(): Date {
    return new Date(new X509Certificate(this.#pair.cert).validTo);
  }

  /** Checks for a new pair periodically; returns a function that stops it. An unusable pair is logged, and the former one stays. */
  follow(use: (pair: CertificatePair) => void, { name, log }: Following): () => void {
    const timer = setInterval(() => {
      try {
        const pair = this.#read();
        if (pair.cert === this.#pair.cert && pair.key === this.#pair.key) return;
        use(pair);
        this.#pair = pair;
        log.info({ expiresAt: this.expiresAt }, `${name}.certificate-changed`);
      } catch (error) {
        log.error({ err: error }, `${name}.certificate-unusable`);
      }
    }, this.#sweepEveryMs);
    timer.unref();
    return () => clearInterval(timer);
  }
}

/** @throws Error unless the key belongs to the certificate: between two writes, one of the files may still be the former one */
function readPair(certificateFile: string, keyFile: string): CertificatePair {
  const pair = { cert: readFileSync(certificateFile, 'utf8'), key: readFileSync(keyFile, 'utf8') };
  if (!new X509Certificate(pair.cert).checkPrivateKey(createPrivateKey(pair.key)))
    throw new Error('The key belongs to another certificate.');
  return pair;
}
