import { LRUCache } from 'lru-cache';

interface Server {
  host: string;
  port: number;
}

/** Servers that offer checksums and cannot compute them. */
const distrusted = new LRUCache<string, true>({ max: 10_000, ttl: 3_600_000 });

const keyOf = ({ host, port }: Server): string => `${host} ${String(port)}`;

/** For an hour packages are stored there without a checksum: no package arrives while each fails for the question. */
export const distrust = (server: Server): void => void distrusted.set(keyOf(server), true);

export const isDistrusted = (server: Server): boolean => distrusted.has(keyOf(server));
