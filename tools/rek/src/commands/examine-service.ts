import { reasonOf } from '../operator-api.ts';
import type { ServicePlace } from '../settings.ts';
import { clockOf } from './clock-of.ts';
import { fine, wrong } from './finding.ts';
import type { Finding } from './finding.ts';

const TIMEOUT_MS = 5000;

interface Readiness {
  state: string;
  version: string;
  checks: Record<string, boolean>;
  /** Missing in earlier versions. */
  details?: { clockOffsetSeconds?: number };
}

/** Checks a service on its internal port: whether it is ready or which checks fail, and the offset of its clock. */
export async function examineService({ name, url }: ServicePlace): Promise<Finding[]> {
  let response: Response;
  try {
    response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  } catch (error) {
    return [wrong(name, `does not respond at ${url} (${reasonOf(error)}): start it, or check its log`)];
  }
  const { state, version, checks, details } = (await response.json()) as Readiness;
  const clock = clockOf(name, details?.clockOffsetSeconds, 'the clock of the database');
  if (response.ok) return [fine(name, `ready, version ${version}`), clock];
  const waitsFor = Object.entries(checks).filter(([, holds]) => !holds);
  const reasons = waitsFor.map(([check]) => `no ${check}`);
  return [wrong(name, `not ready (${[state, ...reasons].join(', ')}), version ${version}`), clock];
}
