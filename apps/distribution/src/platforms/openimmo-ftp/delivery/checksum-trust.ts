const FORGET_AFTER_MS = 3_600_000;
const KEPT_MAX = 10_000;

interface Server {
  host: string;
  port: number;
}

/** Servers that offer checksums and cannot compute them, and until when they are not asked. */
const distrusted = new Map<string, number>();

const keyOf = ({ host, port }: Server): string => `${host} ${String(port)}`;

/** For a while packages are stored there without a checksum: no package arrives while each fails for the question. */
export function distrust(server: Server): void {
  const key = keyOf(server);
  distrusted.delete(key);
  distrusted.set(key, performance.now() + FORGET_AFTER_MS);
  const [oldest] = distrusted.keys();
  if (distrusted.size > KEPT_MAX && oldest !== undefined) distrusted.delete(oldest);
}

export const isDistrusted = (server: Server): boolean =>
  (distrusted.get(keyOf(server)) ?? 0) > performance.now();
