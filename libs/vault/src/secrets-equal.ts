import { hash, timingSafeEqual } from 'node:crypto';

/** Compares two secrets in a time that reveals neither the first difference nor their lengths. */
export function secretsEqual(a: string, b: string): boolean {
  return timingSafeEqual(digest(a), digest(b));
}

const digest = (secret: string): Buffer => hash('sha256', secret, 'buffer');
