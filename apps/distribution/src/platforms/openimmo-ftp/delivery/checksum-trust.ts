import { LRUCache } from 'lru-cache';

interface Server {
  host: string;
  port: number;
}

/** Servers that offer checksums but cannot compute them. */
const distrusted = new LRUCache<string, true>({ max: 10_000, ttl: 3_600_000 });

const keyOf = ({ host, port }: Server): string => `${host} ${String(port)}`;

/** Marks a server for an hour, in which packages are stored there without a checksum, because each would fail at the command for it. */
export const distrust = (server: Server): void => void distrusted.set(keyOf(server), true);

export const isDistrusted = (server: Server): boolean => distrusted.has(keyOf(server));
