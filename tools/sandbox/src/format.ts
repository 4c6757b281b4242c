const KILO = 1000;

/** A size in bytes for people. */
export function formatBytes(bytes: number): string {
  if (bytes < KILO) return `${bytes} B`;
  if (bytes < KILO ** 2) return `${(bytes / KILO).toFixed(1)} kB`;
  return `${(bytes / KILO ** 2).toFixed(1)} MB`;
}

/** An ISO date-time in UTC without milliseconds and zone. */
export const formatTime = (iso: string): string => iso.slice(0, 19).replace('T', ' ');
