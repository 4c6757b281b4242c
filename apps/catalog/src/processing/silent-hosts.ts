import { LRUCache } from 'lru-cache';

export interface SilentHostsOptions {
  /** How long a host that did not answer is not asked again. */
  rememberedMs: number;
  clock: () => Date;
}

export interface HostedFile {
  accountId: string;
  url: string;
}

interface Host {
  /** Requests that were answered. */
  answers: number;
  silentUntil?: Date;
}

const HOSTS_MAX = 10_000;

/**
 * Remembers for a while that a host did not answer an account, so that its other files there fail at once instead of after the time
 * that each may take. What one account has met says nothing to another one, and any answer ends it.
 */
export class SilentHosts {
  readonly #options: SilentHostsOptions;
  readonly #hosts = new LRUCache<string, Host>({ max: HOSTS_MAX });

  constructor(options: SilentHostsOptions) {
    this.#options = options;
  }

  /** Milliseconds until the host is asked again; undefined when it may be asked now. */
  silentForMs(file: HostedFile): number | undefined {
    const { silentUntil } = this.#hosts.get(nameOf(file)) ?? {};
    const leftMs = (silentUntil?.getTime() ?? 0) - this.#options.clock().getTime();
    return leftMs > 0 ? leftMs : undefined;
  }

  /** Calls the host. The host counts as silent if it did not answer and answered no other request in the same time. */
  async ask<T>(file: HostedFile, ask: () => Promise<T>, isSilence: (result: T) => boolean): Promise<T> {
    const host = this.#hostOf(nameOf(file));
    const { answers } = host;
    const result = await ask();
    if (!isSilence(result)) {
      host.answers += 1;
      delete host.silentUntil;
    } else if (host.answers === answers) {
      const { clock, rememberedMs } = this.#options;
      host.silentUntil = new Date(clock().getTime() + rememberedMs);
    }
    return result;
  }

  #hostOf(name: string): Host {
    const host = this.#hosts.get(name) ?? { answers: 0 };
    this.#hosts.set(name, host);
    return host;
  }
}

const nameOf = ({ accountId, url }: HostedFile): string => `${accountId} ${new URL(url).host}`;
